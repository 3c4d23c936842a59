/** Tells this tab, and the other tabs of this page, that a conversation has changed; by is who did it, in this tab. */
type Listener = (conversationId: string, by?: unknown) => void;

const channel = new BroadcastChannel("orc");
const listeners = new Set<Listener>();

channel.onmessage = ({ data }: MessageEvent<string>) => listeners.forEach((listener) => listener(data));

export function announce(conversationId: string, by?: unknown): void {
  channel.postMessage(conversationId);
  listeners.forEach((listener) => listener(conversationId, by));
}

export function onAnnounced(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
