import { useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";

import { t } from "../i18n/index.ts";
import type { Question } from "./confirm.ts";

interface Props {
  question: Question;
  onAnswer: (answer: string | null) => void;
}

/** Asks for a confirmation or for a line of text. */
export default function AskDialog({ question: { title, text, action, value, label }, onAnswer }: Props) {
  const [line, setLine] = useState(value ?? "");
  const asksText = value !== undefined;
  return (
    <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={(open) => !open && onAnswer(null)}>
      <Modal className="modal">
        <Dialog role={asksText ? "dialog" : "alertdialog"}>
          <Heading slot="title">{title}</Heading>
          {text && <p>{text}</p>}
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (!asksText || line.trim()) onAnswer(line.trim());
            }}
          >
            {asksText && (
              <input
                aria-label={label}
                autoFocus
                dir="auto"
                maxLength={200}
                value={line}
                onChange={({ target }) => setLine(target.value)}
              />
            )}
            <p className="actions">
              <button type="button" autoFocus={!asksText} onClick={() => onAnswer(null)}>
                {t("cancel")}
              </button>
              <button type="submit" className="primary">
                {action}
              </button>
            </p>
          </form>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
