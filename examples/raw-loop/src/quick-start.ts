// The quick start of the README, compiled. `readme.test.ts` in the comparison holds the two together,
// and `quick-start.test.ts` runs it.

interface Message {
  readonly role: string;
  readonly content: string;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

declare const askModel: (messages: readonly Message[]) => Promise<Message>;
declare const tools: Readonly<Record<string, (args: unknown) => Promise<unknown>>>;

// #region readme
import { createRecovery } from "@recourse/core";

const recovery = createRecovery({ tools: { get_order: { effect: "read" } } });

export async function answer(question: string): Promise<string | undefined> {
  const run = recovery.run(); // one per question
  const messages: Message[] = [{ role: "user", content: question }];
  let text: string | undefined;
  try {
    for (let turn = 0; turn < 10 && text === undefined; turn++) {
      const message = await askModel(messages);
      messages.push(message);
      if (message.tool_calls === undefined) text = message.content;
      for (const { id, function: wanted } of message.tool_calls ?? []) {
        const call = { id, tool: wanted.name, args: wanted.arguments, turn };
        const { content } = await run.call(
          { ...call, availableTools: Object.keys(tools) },
          (args) => tools[wanted.name]?.(args),
        );
        messages.push({ role: "tool", tool_call_id: id, content });
      }
      text ??= run.closeTurn()?.userMessage; // the run must end: calm words for the person
    }
    await run.finish(text === undefined ? "max_steps" : undefined); // writes the run's record
  } catch (error) {
    await run.finish("model_error");
    throw error;
  }
  return text;
}
// #endregion
