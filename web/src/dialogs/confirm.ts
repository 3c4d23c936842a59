/** Any component can open a dialog; <Dialogs/> shows it. The code of dialogs is loaded with the first one. */
import { Observable } from "../store/observable.ts";

export interface Question {
  title: string;
  action: string;
  text?: string;
  /** The initial text of a dialog that asks for one. */
  value?: string;
  label?: string;
}

interface Asked {
  question: Question | null;
  answer: (answer: string | null) => void;
}

class Asking extends Observable<Asked> {
  ask(question: Question): Promise<string | null> {
    return new Promise((resolve) => {
      const answer = (text: string | null) => {
        this.set({ question: null });
        resolve(text);
      };
      this.set({ question, answer });
    });
  }
}

export const asking = new Asking({ question: null, answer: () => undefined });

/** Whether the user agrees. */
export async function confirm(question: Question): Promise<boolean> {
  return (await asking.ask(question)) !== null;
}

/** The text that the user gives, or null. */
export function prompt(question: Question & { value: string; label: string }): Promise<string | null> {
  return asking.ask(question);
}
