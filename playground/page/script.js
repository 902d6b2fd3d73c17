"use strict";

const byId = (id) => document.getElementById(id);
const schemaField = byId("schema");
const callField = byId("call");
const state = { samples: [], text: "Instruction", openExports: new Set(), answer: null };

/* The module */

async function loadModule() {
  const compressed = Uint8Array.from(atob(MODULE), (character) => character.charCodeAt(0));
  const stream = new Blob([compressed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = await new Response(stream).arrayBuffer();
  await wasm_bindgen({ module_or_path: bytes });
}

function respond(request) {
  return JSON.parse(wasm_bindgen.respond(JSON.stringify(request)));
}

/* Settings */

const setting = (name) => document.querySelector(`input[name="${name}"]:checked`).value;

function set(name, value) {
  const input = document.querySelector(`input[name="${name}"][value="${CSS.escape(value)}"]`);
  if (input) input.checked = true;
}

const request = () => ({
  schema: schemaField.value,
  call: callField.value,
  leniency: setting("leniency"),
  finish: setting("finish"),
});

function show(request) {
  schemaField.value = request.schema;
  callField.value = request.call;
  set("leniency", request.leniency ?? "standard");
  set("finish", request.finish ?? "unknown");
}

/* The link: a sample by its id, or the whole content */

function encode(value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function decode(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (c) => c.charCodeAt(0))));
}

const shownSample = (now) =>
  state.samples.find((sample) => sample.schema === now.schema && sample.call === now.call);

function fragment(now) {
  const sample = shownSample(now);
  if (!sample) return "#content=" + encode(now);
  const parts = new URLSearchParams({ example: sample.id });
  for (const name of ["leniency", "finish"]) {
    if (now[name] !== sample[name]) parts.set(name, now[name]);
  }
  return "#" + parts;
}

function fromFragment() {
  const parts = new URLSearchParams(location.hash.slice(1));
  try {
    const content = parts.get("content");
    if (content) {
      const now = decode(content);
      if (typeof now.schema === "string" && typeof now.call === "string") return now;
    }
  } catch {
    // A link that was cut off shows the first sample.
  }
  const sample = state.samples.find((sample) => sample.id === parts.get("example"));
  if (!sample) return state.samples[0];
  return {
    ...sample,
    leniency: parts.get("leniency") ?? sample.leniency,
    finish: parts.get("finish") ?? sample.finish,
  };
}

/* Elements */

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "class") made.className = value;
    else made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

const TOKEN = /("(?:[^"\\\n]|\\.)*")(\s*:)?|(-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b)|\b(true|false|null)\b/g;
const LONGEST_COLOURED = 60_000;

/* Writes JSON with colours, and marks of ranges, into an element. */
function paint(target, text, marks = []) {
  const colours = [];
  if (text.length <= LONGEST_COLOURED) {
    for (const found of text.matchAll(TOKEN)) {
      const [all, string, colon, number] = found;
      const kind = string ? (colon ? "k" : "s") : number ? "n" : "w";
      colours.push({ start: found.index, end: found.index + (string ?? all).length, kind });
    }
  }
  const chosen = [];
  for (const mark of [...marks].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (mark.end > mark.start && mark.start >= (chosen.at(-1)?.end ?? 0)) chosen.push(mark);
  }
  const parts = document.createDocumentFragment();
  let at = 0;
  let next = 0;
  const write = (parent, end) => {
    while (at < end) {
      while (next < colours.length && colours[next].end <= at) next += 1;
      const colour = colours[next];
      const inside = colour && colour.start <= at;
      const stop = Math.min(end, colour ? (inside ? colour.end : colour.start) : end);
      const piece = text.slice(at, stop);
      parent.append(inside ? element("span", { class: colour.kind }, piece) : piece);
      at = stop;
    }
  };
  for (const mark of chosen) {
    write(parts, mark.start);
    const made = element("mark", { class: mark.kind, "data-start": mark.start });
    write(made, mark.end);
    parts.append(made);
  }
  write(parts, text.length);
  target.replaceChildren(parts);
}

function paintEditor(field, marks) {
  const pre = field.previousElementSibling;
  paint(pre, field.value, marks);
  // The last line is as high as the others, even if it is empty.
  pre.append("\u200b");
}

function select(field, place) {
  field.focus();
  field.setSelectionRange(place.start, place.end);
  const mark = field.previousElementSibling.querySelector(`mark[data-start="${place.start}"]`);
  mark?.scrollIntoView({ block: "nearest" });
}

/* The answer */

const CARDS = ["value", "repairs", "ignored", "issues", "texts", "exports", "declaration"];

function render(answer) {
  state.answer = answer;
  for (const card of CARDS) byId(`${card}-card`).hidden = true;
  renderFault(answer.fault);
  const reading = answer.reading;
  const marks = [];
  if (answer.error) return status("bad", "The page sent a request that cannot be read", answer.error);
  if (answer.fault) {
    status("bad", "The schema cannot be used", "Its error is marked in the schema.");
    paintEditor(callField, []);
    return;
  }
  paintEditor(schemaField, []);
  if (reading.status === "accepted") renderAccepted(reading, marks);
  else renderRejected(reading, marks);
  paintEditor(callField, marks);
  renderExports(answer.exports, answer.tool.schema_tokens);
  byId("declaration-card").hidden = false;
  byId("declaration").textContent = answer.tool.declaration.trimEnd();
}

function status(kind, text, detail, ...more) {
  const line = byId("status");
  const key = JSON.stringify([kind, text, detail]);
  if (line.dataset.key === key && !more.length) return;
  line.dataset.kind = kind;
  line.dataset.key = key;
  line.replaceChildren(text);
  if (detail) line.append(element("small", {}, detail, ...more));
}

function renderFault(fault) {
  const line = byId("fault");
  line.hidden = !fault;
  if (!fault) {
    schemaField.removeAttribute("aria-invalid");
    return;
  }
  schemaField.setAttribute("aria-invalid", "true");
  const { place } = fault;
  paintEditor(schemaField, place ? [{ ...place, kind: "bad" }] : []);
  const go = place && element(
    "button",
    { type: "button", onclick: () => select(schemaField, place) },
    `Line ${place.line}, column ${place.column}`,
  );
  const keyword = fault.keyword ? element("code", {}, fault.keyword) : null;
  line.replaceChildren(...[go, keyword, keyword && ": ", inWords(fault.message)].filter(Boolean));
  line.append(element("span", { class: "fix" }, "To fix it, ", inWords(fault.fix), "."));
}

function renderAccepted(reading, marks) {
  const { repairs, repaired, guessed, ignored } = reading;
  if (repaired === 0) {
    status("good", "Accepted as sent", "The call is JSON, and it fits the schema.");
  } else {
    const which = guessed === 0
      ? "Each repaired value has only one reading."
      : guessed === repaired ? (guessed === 1 ? "It is a guess." : "All of them are guesses.")
      : `${guessed} of them ${guessed === 1 ? "is a guess" : "are guesses"}.`;
    status("repaired", `Accepted with ${plural(repaired, "repair")}`, which);
  }
  byId("value-card").hidden = false;
  paint(byId("value"), reading.value);
  byId("repairs-card").hidden = repaired === 0;
  byId("repairs-count").textContent = repaired > repairs.length ? `the first ${repairs.length} of ${repaired}` : repaired;
  byId("repairs").replaceChildren(...repairs.map(repairItem));
  byId("ignored-card").hidden = ignored.length === 0;
  byId("ignored-count").textContent = ignored.length;
  byId("ignored").replaceChildren(...ignored.slice(0, 100).map(ignoredItem));
  for (const { place } of repairs) if (place) marks.push({ ...place, kind: "repair" });
}

function pathLabel(path, place, field) {
  const text = path === "" ? "arguments" : path;
  if (!place) return element("code", { class: "path" }, text);
  return element(
    "button",
    { type: "button", class: "path", title: "Show it in the call", onclick: () => select(field, place) },
    text,
  );
}

const compact = (value) => {
  const text = JSON.stringify(value);
  return text.length > 160 ? text.slice(0, 159) + "…" : text;
};

function code(text) {
  const made = element("code");
  paint(made, text);
  return made;
}

function repairItem(repair) {
  const isGuess = repair.class === "generous";
  return element("li", {},
    element("div", { class: "line" },
      pathLabel(repair.path, repair.place, callField),
      element("span", { class: isGuess ? "tag guess" : "tag" }, repair.rule),
      isGuess ? element("span", { class: "about" }, "guess") : null,
    ),
    element("div", { class: "change" },
      code(compact(repair.before)),
      element("span", { class: "arrow", "aria-label": "becomes" }, "→"),
      repair.is_dropped ? element("span", { class: "about" }, "dropped") : code(compact(repair.after)),
    ),
    repair.condition ? element("details", {},
      element("summary", {}, "When the rule applies"),
      element("p", {}, inWords(repair.condition)),
    ) : null,
  );
}

function ignoredItem(key) {
  return element("li", {},
    element("div", { class: "line" },
      pathLabel(key.path),
      key.nearest ? element("span", { class: "about" }, "Near to ", element("code", {}, key.nearest)) : null,
    ),
  );
}

function renderRejected(reading, marks) {
  const { issues, omitted, texts, accepted_by: wider } = reading;
  const count = issues.length + omitted;
  const detail = wider
    ? `${wider === "standard" ? "Standard" : "Generous"} leniency accepts this call.`
    : "The model gets one of the retry texts below.";
  const change = wider && element(
    "button",
    { type: "button", onclick: () => { set("leniency", wider); update(); } },
    "Switch",
  );
  status("bad", `Rejected with ${plural(count, "issue")}`, detail, ...(change ? [change] : []));
  byId("issues-card").hidden = false;
  byId("issues-count").textContent = omitted ? `${issues.length} of ${count}` : count;
  byId("issues").replaceChildren(...issues.map(issueItem));
  renderTexts(texts);
  for (const { place } of issues) if (place) marks.push({ ...place, kind: "bad" });
}

function issueItem({ data, place }) {
  const { path, message, code: kind, ...rest } = data;
  const more = Object.keys(rest).length === 0 ? null : element("details", {},
    element("summary", {}, "Data"),
    element("pre", {}, code(JSON.stringify(rest, null, 2))),
  );
  return element("li", {},
    element("div", { class: "line" },
      pathLabel(path, place, callField),
      element("span", { class: "tag bad" }, kind),
    ),
    element("div", {}, message),
    more,
  );
}

/* Retry texts */

function renderTexts(texts) {
  byId("texts-card").hidden = false;
  const tabs = byId("text-tabs");
  const had = tabs.contains(document.activeElement);
  tabs.replaceChildren(...texts.map((text) => {
    const isShown = text.format === state.text;
    return element(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${text.format}`,
        "aria-selected": String(isShown),
        "aria-controls": "text-panel",
        tabindex: isShown ? "0" : "-1",
        onclick: () => { state.text = text.format; renderTexts(texts); byId(`tab-${text.format}`).focus(); },
      },
      text.format,
      element("small", { title: "estimated tokens", "aria-label": `about ${text.tokens} tokens` }, `~${text.tokens}`),
    );
  }));
  const shown = texts.find((text) => text.format === state.text);
  byId("text-panel").setAttribute("aria-labelledby", `tab-${shown.format}`);
  byId("text-about").replaceChildren(inWords(shown.about), ` About ${plural(shown.tokens, "token")}.`);
  byId("text").textContent = shown.text;
  if (had) byId(`tab-${shown.format}`).focus();
}

byId("text-tabs").addEventListener("keydown", (event) => {
  const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity };
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const texts = state.answer.reading.texts;
  const now = texts.findIndex((text) => text.format === state.text);
  const next = Number.isFinite(step)
    ? (now + step + texts.length) % texts.length
    : step < 0 ? 0 : texts.length - 1;
  byId(`tab-${texts[next].format}`).click();
});

/* Exports */

const KEPT = {
  description: "moved into the description",
  reading: "checked by the reader only",
  nowhere: "dropped",
};

function renderExports(exports, schemaTokens) {
  byId("exports-card").hidden = false;
  byId("exports-note").textContent = `~ is an estimate; the schema takes about ${plural(schemaTokens, "token")}`;
  byId("exports").replaceChildren(...exports.map(exportRow));
}

function verdict(row) {
  if (row.error !== undefined) return ["bad", "no export"];
  if (row.fallback) return ["warn", "not strict"];
  const count = row.losses.length;
  if (count === 0) return ["good", "no losses"];
  const isGone = row.losses.some((loss) => loss.kept === "nowhere");
  return [isGone ? "warn" : "quiet", count === 1 ? "1 loss" : `${count} losses`];
}

function exportRow(row) {
  const key = `${row.target} ${row.is_strict}`;
  const [kind, words] = verdict(row);
  const details = element("details", {},
    element("summary", {},
      element("span", { class: "name" },
        row.target,
        element("span", { class: "api" }, row.is_strict ? " strict" : ""),
      ),
      element("span", { class: "tokens" }, ...(row.tokens === undefined ? [] : [`~${row.tokens}`, element("span", { class: "unit" }, " tokens")])),
      element("span", { class: `verdict ${kind}` }, words),
    ),
  );
  const open = () => {
    if (details.childElementCount === 1) details.append(exportBody(row));
  };
  if (state.openExports.has(key)) {
    details.open = true;
    open();
  }
  details.addEventListener("toggle", () => {
    if (details.open) {
      state.openExports.add(key);
      open();
    } else {
      state.openExports.delete(key);
    }
  });
  return details;
}

function exportBody(row) {
  if (row.error !== undefined) {
    return element("div", { class: "body" }, element("p", {}, inWords(row.error), ". To fix it, ", inWords(row.fix), "."));
  }
  const copyButton = element("button", { type: "button", class: "small" }, "Copy");
  copyButton.addEventListener("click", () => copy(copyButton, row.tool));
  const tool = element("pre", { class: "code", tabindex: "0", "aria-label": "Tool object" });
  paint(tool, row.tool);
  return element("div", { class: "body" },
    row.fallback ? element("p", {}, inWords(row.fallback)) : null,
    row.losses.length === 0 ? null : lossTable(row.losses),
    element("div", { class: "bar" }, "Tool object", copyButton),
    tool,
  );
}

/* Text with code between backticks. */
function inWords(text) {
  const made = element("span");
  text.split("`").forEach((part, at) => made.append(at % 2 ? element("code", {}, part) : part));
  return made;
}

function lossTable(losses) {
  const row = (loss) => element("tr", {},
    element("td", {}, element("code", {}, loss.path || "root")),
    element("td", {}, element("code", {}, loss.keyword), loss.value === null ? null : " ", loss.value === null ? null : code(compact(loss.value))),
    element("td", {}, KEPT[loss.kept] ?? loss.kept),
  );
  const heads = ["Where", "Keyword", "Now"].map((head) => element("th", { scope: "col" }, head));
  return element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...losses.map(row)));
}

/* Copying */

async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = element("textarea", { class: "skip", "aria-hidden": "true" });
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
    button.focus();
  }
  const words = button.dataset.words ?? button.textContent;
  button.dataset.words = words;
  button.textContent = "Copied";
  clearTimeout(button.timer);
  button.timer = setTimeout(() => { button.textContent = words; }, 1500);
}

for (const button of document.querySelectorAll("[data-copy]")) {
  const source = byId(button.dataset.copy);
  button.setAttribute("aria-label", `Copy the ${button.dataset.copy}`);
  button.addEventListener("click", () => copy(button, source.value ?? source.textContent));
}

byId("link").addEventListener("click", () => {
  saveLink();
  copy(byId("link"), location.href);
});

/* Updates */

let pending = 0;
let saving = 0;
let lastCost = 0;

function saveLink() {
  history.replaceState(null, "", fragment(request()));
}

function update() {
  clearTimeout(pending);
  const now = request();
  const start = performance.now();
  try {
    render(respond(now));
  } catch (error) {
    status("bad", "The reader stopped", `Reload the page to go on. ${error}`);
    console.error(error);
  }
  lastCost = performance.now() - start;
  byId("sample").value = shownSample(now)?.id ?? "";
  clearTimeout(saving);
  saving = setTimeout(saveLink, 400);
}

function schedule() {
  // The text is visible at once. Only a slow answer waits for a pause in the typing.
  paintEditor(schemaField, []);
  paintEditor(callField, []);
  clearTimeout(pending);
  pending = setTimeout(update, lastCost > 30 ? 250 : 0);
}

for (const field of [schemaField, callField]) field.addEventListener("input", schedule);
for (const input of document.querySelectorAll('input[type="radio"]')) input.addEventListener("change", update);

byId("sample").addEventListener("change", (event) => {
  const sample = state.samples.find((sample) => sample.id === event.target.value);
  if (!sample) return;
  show(sample);
  update();
});

addEventListener("hashchange", () => {
  show(fromFragment());
  update();
});

async function start() {
  await loadModule();
  state.samples = JSON.parse(wasm_bindgen.samples());
  const options = state.samples.map((sample) =>
    element("option", { value: sample.id }, `${sample.id}: ${sample.title}`));
  byId("sample").replaceChildren(element("option", { value: "", disabled: "", hidden: "" }, "your own"), ...options);
  show(fromFragment());
  update();
}

start().catch((error) => {
  status("bad", "The page cannot start", `It needs a browser with WebAssembly and DecompressionStream. ${error}`);
});
