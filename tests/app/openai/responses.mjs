// Asks through OpenAI's SDK for JavaScript: a whole answer about a file, then a stream; tells both as JSON.

import OpenAI from "openai";

const { baseURL, headers, file } = JSON.parse(process.argv[2]);
const client = new OpenAI({ baseURL, apiKey: "local", defaultHeaders: headers, maxRetries: 0 });
const content = [{ type: "input_text", text: "How often is the brake inspected?" }, { type: "input_file", ...file }];
const whole = await client.responses.create({ model: "orc", input: [{ role: "user", content }] });
const stream = await client.responses.create({ model: "orc", input: "Really?", previous_response_id: whole.id, stream: true });
const events = [];
for await (const event of stream) events.push(event);
console.log(JSON.stringify({ whole, events }));
