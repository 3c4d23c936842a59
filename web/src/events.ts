import type { components } from "./api.ts";

type Schemas = components["schemas"];

export type Citation = Schemas["CitationModel"];
export type CitationSpan = Schemas["CitationSpanModel"];
export type FileRef = Schemas["FileRefModel"];
export type RunStatus = Schemas["RunModel"]["status"];

export type Cell = string | number | boolean | null;
/** A field of a document: its metadata is an object. */
export type Value = Cell | Cell[] | Readonly<Record<string, string>>;
type Fields = Readonly<Record<string, Cell | Cell[]>>;
interface Cut {
  truncated?: boolean;
  total?: number;
}

/** A tool's result. A shortened list has `truncated` and its full length as `total`. */
export type ToolResult =
  | ({ kind: "text"; text: string } & Cut)
  | ({ kind: "table"; columns: string[]; rows: Cell[][] } & Cut)
  | ({ kind: "documents"; documents: Readonly<Record<string, Value>>[] } & Cut)
  | ({ kind: "graph"; nodes: Fields[]; edges: Fields[]; total_edges?: number } & Cut);

export interface Failure {
  code: string;
  message: string;
  retryable: boolean;
}

export type Stage = "planning" | "tools" | "context" | "answering";

/** The data of each event, by its type. docs/api.md says what they mean. */
export interface EventData {
  user_message: { message_id: string; text: string; blob_names: string[]; parent_message_id: string | null };
  run_start: { run_id: string; conversation_id: string; timestamp: string };
  step_thinking: { stage: Stage; text: string };
  step_started: { step: number; tool: string; params: Readonly<Record<string, unknown>>; reasoning?: string };
  step_complete: {
    step: number;
    tool: string;
    ok: boolean;
    duration_ms: number;
    output_key?: string;
    result?: ToolResult | null;
    error?: Failure;
  };
  token: { text: string };
  citation: Citation;
  message: {
    message_id: string;
    text: string;
    citations: Citation[];
    uploaded_file_refs: FileRef[];
    last_mcp_tool_used: string | null;
    confidence?: number;
  };
  run_complete: Schemas["RunMetaModel"];
  status_change: {
    status: "queued" | "background" | "recovered" | "cancel_requested" | "superseded";
    message?: string;
    run_id?: string;
  };
  error: Failure;
  done: { run_id: string; status: RunStatus };
}

/** An event of a turn. Its id is its number in the conversation, 0 for an event that is not stored. */
export type OrcEvent = { [Type in keyof EventData]: { id: number; type: Type; data: EventData[Type] } }[keyof EventData];
