import type { ToolResult, Value } from "../events.ts";
import { t } from "../i18n/index.ts";
import { Graph } from "./Graph.tsx";
import { Markdown } from "./Markdown.tsx";

/** A tool's result, rendered by its kind. */
export function Result({ result }: { result: ToolResult }) {
  switch (result.kind) {
    case "text":
      return (
        <>
          <Markdown text={result.text} />
          {result.truncated && <p>{t("cut")}</p>}
        </>
      );
    case "table":
      return <Table columns={result.columns} rows={result.rows} total={result.total} />;
    case "documents": {
      const columns = [...new Set(result.documents.flatMap((each) => Object.keys(each)))].filter((name) => name !== "file_id");
      const rows = result.documents.map((each) => columns.map((name) => each[name] ?? null));
      return <Table columns={columns} rows={rows} total={result.total} />;
    }
    case "graph":
      return <Graph nodes={result.nodes} edges={result.edges} total={result.total} />;
    default:
      return <pre tabIndex={0}>{JSON.stringify(result, null, 2)}</pre>; // from a newer server
  }
}

interface TableProps {
  columns: readonly string[];
  rows: readonly (readonly Value[])[];
  total?: number | undefined;
}

export function Table({ columns, rows, total }: TableProps) {
  return (
    <div className="scrolls" role="group" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((name, at) => (
              <th key={at} scope="col">
                <Markdown text={name.replaceAll("_", " ")} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column} dir="auto">
                  <Shown cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {total !== undefined && <p>{t("shownOf", { shown: rows.length, total })}</p>}
    </div>
  );
}

function Shown({ cell }: { cell: Value }) {
  if (cell === null) return "";
  if (Array.isArray(cell)) return cell.map(String).join(", ");
  if (typeof cell === "object") return Object.entries(cell).map((pair) => pair.join(": ")).join(", ");
  return typeof cell === "string" ? <Markdown text={cell} /> : String(cell);
}
