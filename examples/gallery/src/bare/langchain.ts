import { AIMessage, type BaseMessage, type ToolMessage } from "@langchain/core/messages";
import { makeInvalidToolCall, parseToolCall } from "@langchain/core/output_parsers/openai_tools";
import { fakeModel } from "@langchain/core/testing";
import { type StructuredToolInterface, tool } from "@langchain/core/tools";
import { MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { createAgent } from "langchain";
import { endedBy, type GalleryTool, type Sent, type Situation } from "../situation.ts";

/** A graph as the documentation draws it, with the prebuilt `ToolNode`. */
export async function toolNode(situation: Situation): Promise<Sent> {
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("agent", () => ({ messages: [] }))
    .addNode("tools", new ToolNode(toolsOf(situation)))
    .addEdge("__start__", "agent")
    .addConditionalEdges("agent", toolsCondition, ["tools", "__end__"])
    .addEdge("tools", "__end__")
    .compile();
  return answer(() => graph.invoke({ messages: [responseOf(situation)] }));
}

/** `createAgent`, without middleware. */
export async function agent(situation: Situation): Promise<Sent> {
  const model = fakeModel().respond(responseOf(situation)).respond(new AIMessage("done"));
  const built = createAgent({ model, tools: toolsOf(situation) });
  return answer(() => built.invoke({ messages: [{ role: "user", content: "go" }] }));
}

function toolsOf({ tools }: Situation): StructuredToolInterface[] {
  return tools.map(({ name, description, parameters, execute }: GalleryTool) =>
    tool(async (args) => execute(args), { name, description, schema: parameters }),
  );
}

/** The model's response, parsed as LangChain's chat models parse it. */
function responseOf({ tool: name, args }: Situation): AIMessage {
  const raw = { id: "call-1", type: "function", function: { name, arguments: args } };
  try {
    const call = parseToolCall(raw, { returnId: true });
    return new AIMessage({ content: "", tool_calls: [call as never] });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return new AIMessage({ content: "", invalid_tool_calls: [makeInvalidToolCall(raw, message)] });
  }
}

async function answer(run: () => Promise<{ readonly messages: BaseMessage[] }>): Promise<Sent> {
  try {
    const { messages } = await run();
    const result = messages.find((each): each is ToolMessage => each.getType() === "tool");
    if (result === undefined) return { ended: "the run ends; the model is not told" };
    const { content } = result;
    return { text: typeof content === "string" ? content : JSON.stringify(content) };
  } catch (error) {
    return endedBy(error);
  }
}
