import { createContext, lazy, memo, Suspense, use, useMemo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";

import type { Citation } from "../events.ts";
import { CodeBlock } from "./CodeBlock.tsx";
import { passageOf, withPlaceholders, type Marker } from "./markers.ts";
import { remarkMarkers } from "./remarkMarkers.ts";

/**
 * Its tooltip is not needed for the first paint. It is loaded when the user first does something, or with the first
 * source: it listens from then on whether a pointer or the keyboard is used.
 */
const loadSourceButton = () => import("./SourceButton.tsx");
const SourceButton = lazy(loadSourceButton);
for (const name of ["pointerdown", "pointermove", "keydown"]) {
  addEventListener(name, () => void loadSourceButton(), { once: true, passive: true });
}

type OnCite = (citation: Citation, statement: number) => void;

const NONE: readonly Citation[] = [];
const MarkersContext = createContext<{ markers: readonly Marker[]; onCite?: OnCite | undefined }>({ markers: [] });

/** Elements that load and run nothing; buttons come from remarkMarkers only. */
const COMPONENTS: Components = {
  h1: ({ children }) => <h2>{children}</h2>, // the page's own heading is above it; many answers begin with h2
  img: ({ alt }) => <span className="image-text">{alt}</span>,
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ),
  table: ({ children }) => (
    <div className="scrolls" role="group" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  button: (props) => <Source index={Number((props as { "data-marker"?: string })["data-marker"])} />,
};

function Source({ index }: { index: number }) {
  const { markers, onCite } = use(MarkersContext);
  const marker = markers[index];
  if (!marker) return null;
  const { citation, statement } = marker;
  const passage = passageOf(citation, statement);
  return (
    <Suspense fallback={<span className="source">{citation.id}</span>}>
      <SourceButton citation={citation} passage={passage} onPress={() => onCite?.(citation, statement)} />
    </Suspense>
  );
}

interface Props {
  text: string;
  citations?: readonly Citation[];
  onCite?: OnCite;
}

/** Markdown with its citations as buttons. Raw HTML stays text. */
export const Markdown = memo(function Markdown({ text, citations = NONE, onCite }: Props) {
  const { text: marked, markers } = useMemo(() => withPlaceholders(text, citations), [text, citations]);
  const plugins = useMemo(() => [remarkGfm, remarkMarkers(markers)], [markers]);
  const context = useMemo(() => ({ markers, onCite }), [markers, onCite]);
  return (
    <MarkersContext value={context}>
      <ReactMarkdown remarkPlugins={plugins} components={COMPONENTS}>
        {marked}
      </ReactMarkdown>
    </MarkersContext>
  );
});
