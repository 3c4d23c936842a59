import type { Cell } from "../events.ts";
import { Table } from "./Result.tsx";

type Fields = Readonly<Record<string, Cell | Cell[]>>;

const SIZE = 320;
const RADIUS = 130;
const MOST_DRAWN = 24;
const IDS = ["id", "key", "name", "node"];
const LABELS = ["label", "name", "title", "id"];
const ENDS = [
  ["source", "from", "start", "subject"],
  ["target", "to", "end", "object"],
] as const;

function field(fields: Fields, names: readonly string[]): string {
  const name = names.find((each) => fields[each] !== undefined && fields[each] !== null);
  return name === undefined ? "" : String(fields[name]);
}

interface Props {
  nodes: readonly Fields[];
  edges: readonly Fields[];
  total?: number | undefined;
}

/** A graph: drawn as a circle if it is small, and its nodes and edges as tables. */
export function Graph({ nodes, edges, total }: Props) {
  return (
    <>
      {nodes.length <= MOST_DRAWN && <Drawing nodes={nodes} edges={edges} />}
      <Fieldset rows={nodes} total={total} />
      <Fieldset rows={edges} />
    </>
  );
}

function Fieldset({ rows, total }: { rows: readonly Fields[]; total?: number | undefined }) {
  const columns = [...new Set(rows.flatMap((each) => Object.keys(each)))];
  if (columns.length === 0) return null;
  return <Table columns={columns} rows={rows.map((each) => columns.map((name) => each[name] ?? null))} total={total} />;
}

function Drawing({ nodes, edges }: { nodes: readonly Fields[]; edges: readonly Fields[] }) {
  const places = new Map(
    nodes.map((node, at) => {
      const angle = (2 * Math.PI * at) / nodes.length;
      return [field(node, IDS), { x: SIZE / 2 + RADIUS * Math.sin(angle), y: SIZE / 2 - RADIUS * Math.cos(angle) }];
    }),
  );
  return (
    <svg className="graph" viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
      {edges.map((edge, at) => {
        const [from, to] = ENDS.map((names) => places.get(field(edge, names)));
        return from && to && <line key={at} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />;
      })}
      {nodes.map((node, at) => {
        const place = places.get(field(node, IDS));
        return (
          place && (
            <g key={at}>
              <circle cx={place.x} cy={place.y} r="5" />
              <text x={place.x} y={place.y - 9}>
                {field(node, LABELS)}
              </text>
            </g>
          )
        );
      })}
    </svg>
  );
}
