// Chats of the AI SDK, driven by lines of JSON on standard input: the chat and the transport of useChat, without React.

import { createInterface } from "node:readline";

const PACKAGES = { 5: "ai-v5", 6: "ai-v6", 7: "ai" };
const PATIENCE = 60_000;
const chats = new Map();

class State {
  status = "ready";
  error = undefined;
  constructor(messages) {
    this.messages = messages;
  }
  pushMessage = (message) => {
    this.messages = this.messages.concat(message);
  };
  popMessage = () => {
    this.messages = this.messages.slice(0, -1);
  };
  replaceMessage = (index, message) => {
    this.messages = [...this.messages.slice(0, index), this.snapshot(message), ...this.messages.slice(index + 1)];
  };
  snapshot = (value) => structuredClone(value);
}

async function open({ chat, url, id, headers, version, messages, alone, body }) {
  const { AbstractChat, DefaultChatTransport } = await import(PACKAGES[version]);
  const chunks = [];
  class Transport extends DefaultChatTransport {
    processResponseStream(stream) {
      const parsed = super.processResponseStream(stream); // it throws for a chunk that its schema does not have
      const noted = new TransformStream({
        transform(chunk, controller) {
          chunks.push(structuredClone(chunk));
          controller.enqueue(chunk);
        },
      });
      return parsed.pipeThrough(noted);
    }
  }
  class Chat extends AbstractChat {}
  const only = ({ id, messages, body }) => ({ body: { ...body, id, message: messages.at(-1) } });
  const transport = new Transport({
    api: version === 7 ? url : `${url}?version=${version}`,
    headers,
    body,
    ...(alone ? { prepareSendMessagesRequest: only } : {}),
  });
  const told = [];
  const opened = new Chat({ id, transport, state: new State(messages ?? []), onData: (part) => told.push(part) });
  chats.set(chat, { chat: opened, chunks, told, running: Promise.resolve() });
  return null;
}

function start(name, promise) {
  const known = chats.get(name);
  known.running = promise;
  promise.catch(() => {});
  return null;
}

async function until(name, holds) {
  const ends = Date.now() + PATIENCE;
  while (!holds(chats.get(name).chat)) {
    if (Date.now() > ends) throw new Error(`never: ${JSON.stringify(chats.get(name).chat.messages)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return null;
}

const text = (message) => (message?.parts ?? []).map((part) => (part.type === "text" ? part.text : "")).join("");

const commands = {
  open,
  send: ({ chat, message }) => start(chat, chats.get(chat).chat.sendMessage(message)),
  regenerate: ({ chat, ...options }) => start(chat, chats.get(chat).chat.regenerate(options)),
  resume: ({ chat }) => start(chat, chats.get(chat).chat.resumeStream()),
  abort: ({ chat }) => start(chat, chats.get(chat).chat.stop()),
  shows: ({ chat, words }) => until(chat, (known) => text(known.messages.at(-1)).includes(words)),
  settle: async ({ chat }) => {
    const known = chats.get(chat);
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error("the stream does not end")), PATIENCE);
    });
    await Promise.race([known.running, late]).finally(() => clearTimeout(timer));
    const { messages, status, error } = known.chat;
    const chunks = known.chunks.splice(0);
    return { messages, status, error: error?.message ?? null, chunks, told: known.told.splice(0) };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { command, ...options } = JSON.parse(line);
  let answer;
  try {
    answer = { result: await commands[command](options) };
  } catch (error) {
    answer = { error: String(error.stack ?? error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
