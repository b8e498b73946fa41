// Standfast's bridge for OpenCode, written by `standfast setup`. Remove it with `standfast setup --undo opencode`.
// OpenCode runs plugins, not commands: this one hands events to `standfast hook opencode EVENT` as JSON on stdin and
// puts what comes back where the model sees it. A late or failing call changes nothing.
import { spawn } from "node:child_process"

const EXECUTABLE = "@EXECUTABLE@"
const PATIENCE_MS = 10000

function ask(event, payload) {
  return new Promise((resolve) => {
    let child
    let answer = ""
    let timer
    const finish = (value) => {
      clearTimeout(timer)
      resolve(value)
    }
    try {
      child = spawn(EXECUTABLE, ["hook", "opencode", event], { stdio: ["pipe", "pipe", "ignore"], windowsHide: true })
    } catch {
      return resolve({})
    }
    timer = setTimeout(() => {
      child.kill()
      finish({})
    }, PATIENCE_MS)
    child.on("error", () => finish({}))
    child.stdout.on("data", (chunk) => (answer += chunk))
    child.on("close", () => {
      try {
        finish(answer.trim() ? JSON.parse(answer) : {})
      } catch {
        finish({})
      }
    })
    child.stdin.on("error", () => {})
    child.stdin.end(JSON.stringify({ standfast_bridge: "opencode", hook_event_name: event, ...payload }))
  })
}

function textOf(output) {
  if (typeof output?.output === "string") return output.output
  if (Array.isArray(output?.content)) return output.content.map((part) => part.text ?? "").join("\n")
  return ""
}

function addTo(output, text) {
  if (Array.isArray(output?.content)) output.content.push({ type: "text", text })
  else if (output && typeof output.output === "string") output.output += "\n\n" + text
}

export const Standfast = async ({ client, directory, worktree }) => {
  const cwd = directory ?? worktree
  const briefs = new Map() // session → promise of the text that belongs in its system prompt
  const pending = new Map() // tool call → what was known before it ran
  const parents = new Map() // a sub-agent's session → the session that started it

  const about = (sessionID) =>
    parents.has(sessionID)
      ? { session_id: parents.get(sessionID), agent_id: sessionID, cwd }
      : { session_id: sessionID, cwd }

  const brief = (sessionID, source, prompt) => {
    if (!briefs.has(sessionID)) {
      const event = parents.has(sessionID) ? "subagent.created" : "session.created"
      briefs.set(sessionID, ask(event, { ...about(sessionID), source, prompt }).then((said) => said.context ?? ""))
    }
    return briefs.get(sessionID)
  }

  const lastAnswer = async (sessionID) => {
    try {
      const { data } = await client.session.messages({ path: { id: sessionID } })
      const answer = data.filter((message) => message.info.role === "assistant").at(-1)
      return answer.parts.filter((part) => part.type === "text").map((part) => part.text).join("\n")
    } catch {
      return ""
    }
  }

  return {
    event: async ({ event }) => {
      const info = event.properties ?? {}
      const sessionID = info.sessionID ?? info.info?.id
      if (!sessionID) return
      if (event.type === "session.created") {
        // A sub-agent is briefed for its task, which its first message says.
        if (info.info?.parentID) parents.set(sessionID, info.info.parentID)
        else await brief(sessionID, "startup")
      } else if (event.type === "session.idle") {
        const name = parents.has(sessionID) ? "subagent.idle" : "session.idle"
        await ask(name, { ...about(sessionID), last_assistant_message: await lastAnswer(sessionID) })
      } else if (event.type === "session.compacted") {
        // Kept before it is answered: the next request does not wait for events, but it waits for its brief.
        const before = briefs.get(sessionID)
        const again = ask("session.compacted", { session_id: sessionID, cwd })
        briefs.set(sessionID, again.then(async (said) => said.context || (await before) || ""))
        await again
      } else if (event.type === "session.deleted") {
        briefs.delete(sessionID)
        await ask("session.deleted", { session_id: sessionID, cwd })
      }
    },

    "experimental.chat.system.transform": async (input, output) => {
      if (!input?.sessionID) return
      // A session that this process has not seen begin was resumed.
      const text = await brief(input.sessionID, "resume")
      if (text) output.system.push(text)
    },

    "chat.message": async (input, output) => {
      const own = output.parts.filter((part) => part.type === "text" && !part.synthetic)
      const prompt = own.map((part) => part.text).join("\n")
      if (!prompt.trim()) return
      const sessionID = input.sessionID
      const messageID = output.message?.id ?? own[0]?.messageID
      if (parents.has(sessionID)) {
        await brief(sessionID, "startup", prompt) // the words of another agent, not of a person
        return
      }
      const said = await ask("chat.message", { session_id: sessionID, cwd, prompt, turn_id: messageID })
      if (!said.context) return
      // Parts are sorted by id: one above the last keeps the text behind the prompt.
      const last = output.parts.map((part) => part.id).sort().at(-1) ?? "prt_0"
      output.parts.push({ id: last + "z", sessionID, messageID, type: "text", text: said.context, synthetic: true })
    },

    "tool.execute.before": async (input, output) => {
      const payload = { ...about(input.sessionID), tool_name: input.tool, tool_use_id: input.callID }
      const said = await ask("tool.execute.before", { ...payload, tool_input: output.args })
      if (said.deny) throw new Error(said.deny)
      if (said.context) pending.set(input.callID, said.context)
    },

    "tool.execute.after": async (input, output) => {
      const payload = { ...about(input.sessionID), tool_name: input.tool, tool_use_id: input.callID }
      // The shell tool says in its metadata how the command ended.
      const event = output?.isError || output?.metadata?.exit ? "tool.failed" : "tool.execute.after"
      const said = await ask(event, { ...payload, tool_input: input.args, tool_response: textOf(output) })
      const known = [pending.get(input.callID), said.context].filter(Boolean).join("\n\n")
      pending.delete(input.callID)
      if (known) addTo(output, known)
    },
  }
}
