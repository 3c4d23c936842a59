/** Notifies this tab and other tabs that a conversation has changed; by is the sender within this tab. */
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
