// The plain page: search, what is newest, and the brief. Text from memory is only ever set as text, never as markup.
"use strict";

const token = new URLSearchParams(location.hash.slice(1)).get("token") || sessionStorage.getItem("token") || "";
if (token) {
  sessionStorage.setItem("token", token);
  history.replaceState(null, "", location.pathname + location.search);
}

async function ask(path, options) {
  const query = new URLSearchParams(options || {});
  const headers = token ? { Authorization: "Bearer " + token } : {};
  const answer = await fetch("/api/v1" + path + "?" + query, { headers });
  const record = await answer.json();
  if (!answer.ok) throw new Error(record.error.message + " " + record.error.hint);
  return record;
}

function line(name, text) {
  const element = document.createElement("div");
  element.className = name;
  element.textContent = text;
  return element;
}

function show(heading, memories) {
  document.getElementById("heading").textContent = heading;
  document.getElementById("results").replaceChildren(...memories.map((one) => {
    const item = document.createElement("li");
    item.className = one.standing;
    const source = one.source.kind + ":" + one.source.name;
    item.append(line("about", [one.id, one.kind, one.standing, source, one.at.slice(0, 10)].join(" · ")));
    item.append(line("text", (one.title ? one.title + "\n" : "") + one.text));
    if (one.why) item.append(line("about", "Why: " + one.why));
    return item;
  }));
}

function complain(error) {
  document.getElementById("status").textContent = String(error.message || error);
}

document.getElementById("search").addEventListener("submit", (event) => {
  event.preventDefault();
  const query = document.getElementById("query").value.trim();
  const found = query ? ask("/recall", { query, limit: 20 }) : ask("/memories", { limit: 20 });
  found.then((record) => show(query ? "Found" : "Learned last", record.results || record.memories)).catch(complain);
});

Promise.all([ask("/status"), ask("/memories", { limit: 20 }), ask("/brief")]).then(([status, newest, brief]) => {
  const count = status.memories.active || 0;
  document.getElementById("status").textContent = (status.name || "no project") + " · " + count + " memories";
  show("Learned last", newest.memories);
  document.getElementById("brief").textContent = brief.text || "nothing";
}).catch(complain);
