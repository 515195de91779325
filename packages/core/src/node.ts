/** What needs Node's own modules: a sink that writes files. */

export { type JsonlSinkOptions, jsonlSink } from "./sinks/jsonl-sink.ts";
