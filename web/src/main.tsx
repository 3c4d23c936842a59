import { createRoot } from "react-dom/client";

import { App } from "./App.tsx";
import { Boundary } from "./Boundary.tsx";
import { Orc } from "./client.ts";
import { Gate } from "./session/Gate.tsx";
import { startTexts } from "./i18n/index.ts";
import { Shell } from "./Shell.tsx";
import { openSession, signIn, signsInByItself } from "./session/session.ts";
import { Tokens } from "./session/tokens.ts";
import "./styles/index.css";

async function start(root: HTMLElement): Promise<void> {
  const page = createRoot(root);
  const api = new URL(".", document.baseURI).pathname;
  const tokens = new Tokens();
  const orc = new Orc({ api, token: () => tokens.get() });
  await startTexts(navigator.languages);
  page.render(<Shell />);
  try {
    const session = await openSession(orc, tokens);
    const enter = () => void signIn(session, tokens).catch((error: unknown) => page.render(<Gate error={error} onSignIn={enter} />));
    if (signsInByItself(session)) enter();
    else if (!session.user) page.render(<Gate session={session} onSignIn={enter} />);
    else {
      page.render(
        <Boundary>
          <App orc={orc} session={session} signIn={enter} />
        </Boundary>,
      );
    }
  } catch (error) {
    page.render(<Gate error={error} onSignIn={() => location.reload()} />);
  }
}

const root = document.getElementById("root");
if (!root) throw new Error("The page has no element with the id root.");
void start(root);
