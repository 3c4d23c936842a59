import type { Nodes, PhrasingContent, Root } from "mdast";

import { cutAtPlaceholders, withoutPlaceholders, type Marker } from "./markers.ts";

/** A plugin of remark that makes an element <button data-marker="index"> of each placeholder of a marker. */
export function remarkMarkers(markers: readonly Marker[]) {
  return () => (tree: Root) => visit(tree, markers);
}

function visit(node: Nodes, markers: readonly Marker[]): void {
  if (node.type === "code" || node.type === "inlineCode") node.value = withoutPlaceholders(node.value, markers);
  if (!("children" in node)) return;
  for (const child of node.children) visit(child, markers);
  const children = node.children as Nodes[]; // any kind of content that the node allows
  const cut = children.flatMap((child): Nodes[] => {
    return child.type === "text" ? cutAtPlaceholders(child.value).map(shown) : [child];
  });
  children.splice(0, children.length, ...cut);
}

function shown(piece: string | number): PhrasingContent {
  if (typeof piece === "string") return { type: "text", value: piece };
  const data = { hName: "button", hProperties: { "data-marker": String(piece) } };
  return { type: "emphasis", children: [], data };
}
