import { useId } from "react";
import { UNSAFE_PortalProvider } from "react-aria";
import { Button, Tooltip, TooltipTrigger } from "react-aria-components";

import type { Citation } from "../events.ts";
import { t } from "../i18n/index.ts";
import type { Passage } from "./markers.ts";
import { placeOf } from "./place.ts";

/** The container of tooltips, so that they are within a landmark. */
function within(): HTMLElement {
  return document.querySelector("main") ?? document.body;
}

interface Props {
  citation: Citation;
  passage: Passage;
  onPress: () => void;
}

/** A citation in the text: a click opens the document, hover or focus shows the passage. */
export default function SourceButton({ citation, passage, onPress }: Props) {
  const description = useId();
  const state = t(passage.verified ? "verified" : "unverified");
  return (
    <UNSAFE_PortalProvider getContainer={within}>
    <TooltipTrigger delay={200} closeDelay={100}>
      <Button
        className="source"
        aria-label={t("source", { id: citation.id })}
        aria-describedby={description}
        data-verified={passage.verified}
        onPress={onPress}
      >
        {citation.id}
      </Button>
      <span hidden id={description}>
        {state}: {passage.snippet}
      </span>
      <Tooltip className="tooltip" placement="top">
        <strong dir="auto">{[citation.blob_name, placeOf(citation, passage)].filter(Boolean).join(", ")}</strong>
        <q dir="auto">{passage.snippet}</q>
        <small>{state}</small>
      </Tooltip>
    </TooltipTrigger>
    </UNSAFE_PortalProvider>
  );
}
