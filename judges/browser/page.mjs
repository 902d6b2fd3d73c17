// Uses the playground as a person does, from a file and without a network.
//
//   node page.mjs INDEX.html SCREENSHOT_FOLDER

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [index, folder] = process.argv.slice(2);
const address = pathToFileURL(index).href;
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const checks = [];
const check = (name, run) => checks.push({ name, run });

const status = (page) => page.locator("#status");
/* The page answers after a pause in the typing: each wait is for a text that was not there before. */
const shows = (page, selector, text) => page.locator(selector).filter({ hasText: text }).waitFor();
const isStatus = (page, text) => shows(page, "#status", text);
const texts = (page, selector) => page.locator(selector).allTextContents();

/* Types into a field, over its content. */
async function type(page, field, text) {
  await page.locator(field).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

const WAIT = `{
  "type": "object",
  "properties": {"seconds": {"type": "integer", "maximum": 60}, "reason": {"type": "string"}},
  "required": ["seconds"],
  "additionalProperties": false
}`;

check("a new page shows the first sample", async (page) => {
  await isStatus(page, "Accepted with 6 repairs");
  assert.match(await page.locator("#value").textContent(), /"file_path": "\/src\/main.rs"/);
  assert.ok((await texts(page, "#repairs .tag")).includes("to_boolean"));
  assert.equal((await texts(page, "#sample option")).length, 11);
});

check("the result follows the typing", async (page) => {
  await type(page, "#schema", WAIT);
  await type(page, "#call", '{"seconds": "5"}');
  await isStatus(page, "Accepted with 1 repair");
  assert.equal(await page.locator("#value").textContent(), '{\n  "seconds": 5\n}');
  assert.deepEqual(await texts(page, "#repairs .tag"), ["string_to_number"]);
  await page.locator("#call").focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type(', "reason": 7');
  /* Half of this text has two repairs, too. */
  await shows(page, "#repairs .tag", "scalar_to_string");
  await isStatus(page, "Accepted with 2 repairs");
  assert.deepEqual(await texts(page, "#repairs .tag"), ["string_to_number", "scalar_to_string"]);
});

check("strict reading rejects, and the page offers the wider leniency", async (page) => {
  await type(page, "#schema", WAIT);
  await type(page, "#call", '{"seconds": "5"}');
  await page.getByText("Strict", { exact: true }).click();
  await isStatus(page, "Rejected with 1 issue");
  assert.deepEqual(await texts(page, "#issues .tag"), ["type"]);
  assert.equal(await page.locator("#call-editor mark.bad").textContent(), '"5"');
  await status(page).getByRole("button", { name: "Switch" }).click();
  await isStatus(page, "Accepted with 1 repair");
  assert.ok(await page.locator('input[value="standard"]').isChecked());
});

check("the finish decides whether an open bracket is closed", async (page) => {
  await page.selectOption("#sample", "set_tags");
  await isStatus(page, "Accepted with 3 repairs");
  await page.getByText("Truncated", { exact: true }).click();
  await isStatus(page, "Rejected with 1 issue");
  assert.deepEqual(await texts(page, "#issues .tag"), ["truncated"]);
});

check("each format of the retry text has its tokens", async (page) => {
  await page.selectOption("#sample", "get_weather");
  await isStatus(page, "Rejected with 4 issues");
  const tabs = await texts(page, "#text-tabs button");
  assert.deepEqual(
    tabs.map((tab) => tab.replace(/~\d+$/, "")),
    ["Instruction", "List", "ListAgain", "Annotated", "Preflight", "Numbered"],
  );
  assert.ok(tabs.every((tab) => /~\d+$/.test(tab)));
  assert.match(await page.locator("#text").textContent(), /^Please rewrite the input/);
  await page.locator("#tab-Instruction").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator('#text-tabs [aria-selected="true"]').getAttribute("id"), "tab-Annotated");
  assert.match(await page.locator("#text").textContent(), /\/\/ expected at most 14/);
});

check("an export shows the tool object and its losses", async (page) => {
  await page.selectOption("#sample", "create_event");
  const row = page.locator("#exports details").filter({ hasText: "OpenAI Chat strict" });
  await row.locator("summary").click();
  assert.match(await row.locator("pre").textContent(), /"strict": true/);
  assert.ok((await texts(page, "#exports details[open] td:nth-child(2)")).some((cell) => cell.startsWith("uniqueItems")));
  const rows = await texts(page, "#exports summary");
  assert.ok(rows.length >= 29);
  // The row stays open while the call changes.
  await type(page, "#call", "{}");
  await isStatus(page, "Rejected with 3 issues");
  assert.equal(await page.locator("#exports details[open]").count(), 1);
});

check("an error of the schema is shown at its place", async (page) => {
  await type(page, "#schema", WAIT.replace("60", '"60"'));
  await isStatus(page, "The schema cannot be used");
  await shows(page, "#fault", /^Line 3, column 49maximum: expected a number/);
  assert.equal(await page.locator("#schema-editor mark").textContent(), '"maximum": "60"');
  assert.ok(await page.locator("#value-card").isHidden());
  await page.locator("#fault button").click();
  const selected = await page.evaluate(() => getSelection().toString());
  assert.equal(selected, '"maximum": "60"');
  await type(page, "#schema", '{"type": ');
  await shows(page, "#fault", "the schema is not JSON");
  await type(page, "#schema", WAIT);
  await page.locator("#fault").waitFor({ state: "hidden" });
});

check("every keyword of JSON Schema is checked", async (page) => {
  await type(page, "#schema", '{"type": "object", "not": {"required": ["a"]}}');
  await type(page, "#call", '{"a": 1}');
  await isStatus(page, "Rejected with 1 issue");
});

check("deep nesting does not end the module", async (page) => {
  const deep = (levels) => '{"a":'.repeat(levels) + "1" + "}".repeat(levels);
  await type(page, "#schema", '{"$ref": "#/$defs/n", "$defs": {"n": {"type": "object", "properties": {"a": {"anyOf": [{"$ref": "#/$defs/n"}, {"type": "integer"}]}}}}}');
  await type(page, "#call", deep(120));
  await isStatus(page, "Accepted as sent");
  await type(page, "#call", deep(120).replace("1}", '"1",}'));
  await isStatus(page, "Accepted with 2 repairs");
  await type(page, "#call", deep(500));
  await isStatus(page, "Rejected with 1 issue");
  const schema = '{"type":"object","properties":{"a":'.repeat(40) + "{}" + "}}".repeat(40);
  await type(page, "#schema", schema);
  await type(page, "#call", deep(40));
  await isStatus(page, "Accepted as sent");
});

check("a link restores the page", async (page) => {
  await page.selectOption("#sample", "add_product");
  await page.getByText("Strict", { exact: true }).click();
  await page.waitForFunction(() => location.hash === "#example=add_product&leniency=strict");
  await type(page, "#call", '{"name": "ä 🦀", "price": 1}');
  await page.waitForFunction(() => location.hash.startsWith("#content="));
  const link = page.url();
  await page.goto("about:blank");
  await page.goto(link);
  await isStatus(page, "Accepted as sent");
  assert.equal(await page.locator("#call").inputValue(), '{"name": "ä 🦀", "price": 1}');
  assert.ok(await page.locator('input[value="strict"]').isChecked());
});

check("a broken link shows the first sample", async (page) => {
  await page.goto("about:blank");
  await page.goto(`${address}#content=abc`);
  await isStatus(page, "Accepted with 6 repairs");
});

check("a button copies", async (page) => {
  await page.locator('[data-copy="value"]').click();
  await shows(page, '[data-copy="value"]', "Copied");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /"file_path"/);
});

check("the keyboard reaches each control, and each has a name", async (page) => {
  const names = await page.locator("button, select, textarea, input, summary").evaluateAll((all) =>
    all.filter((control) => control.offsetParent !== null).map((control) => {
      const labels = [...(control.labels ?? [])].map((label) => label.textContent).join(" ");
      const labelledBy = document.getElementById(control.getAttribute("aria-labelledby"))?.textContent;
      return (control.getAttribute("aria-label") ?? labelledBy ?? (labels || control.textContent)).trim();
    }));
  assert.ok(names.length > 30 && names.every((name) => name !== ""), JSON.stringify(names));
  const reached = new Set();
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    reached.add(await page.evaluate(() => document.activeElement.id || document.activeElement.tagName));
  }
  for (const id of ["sample", "link", "schema", "call", "value"]) assert.ok(reached.has(id), id);
});

check("the text of an editor is where the caret is", async (page) => {
  for (const editor of ["schema", "call"]) {
    const [pre, area] = await page.locator(`#${editor}-editor`).evaluate((box) => {
      const style = (part) => {
        const { font, lineHeight, padding, whiteSpace, letterSpacing, overflowWrap, width } = getComputedStyle(box.querySelector(part));
        return { font, lineHeight, padding, whiteSpace, letterSpacing, overflowWrap, width };
      };
      return [style("pre"), style("textarea")];
    });
    assert.deepEqual(pre, area);
  }
});

async function newPage(browser, options, problems) {
  const context = await browser.newContext({
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  page.on("pageerror", (error) => problems.push(`error: ${error}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!/^(file|data|about):/.test(url)) problems.push(`request: ${url}`);
  });
  await page.goto(address);
  await page.locator('#status[data-kind="wait"]').waitFor({ state: "detached" });
  return page;
}

/* No part is wider than the window, and no button is narrower than its text. */
async function fits(page) {
  const cut = await page.locator("button").evaluateAll((all) =>
    all.filter((button) => button.scrollWidth > button.clientWidth + 1).map((button) => button.textContent));
  assert.deepEqual(cut, []);
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(content <= window, `the page is ${content} pixels wide in a window of ${window}`);
}

async function screenshots(browser, problems) {
  const shots = [
    ["accepted", "edit_file", { width: 1280, height: 900 }, "light"],
    ["rejected", "get_weather", { width: 1280, height: 900 }, "light"],
    ["dark", "draw", { width: 1280, height: 900 }, "dark"],
    ["narrow", "get_weather", { width: 400, height: 800 }, "light"],
    ["narrow-dark", "add_product", { width: 400, height: 800 }, "dark"],
  ];
  for (const [name, sample, viewport, colorScheme] of shots) {
    const page = await newPage(browser, { viewport, colorScheme }, problems);
    await page.selectOption("#sample", sample);
    if (name === "rejected") await page.locator("#tab-Annotated").click();
    if (name === "dark") await page.locator("#exports summary").nth(1).click();
    await fits(page);
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
    await page.context().close();
  }
  const page = await newPage(browser, { viewport: { width: 1280, height: 900 } }, problems);
  await type(page, "#schema", WAIT.replace("60", '"60"'));
  await isStatus(page, "The schema cannot be used");
  await page.screenshot({ path: join(folder, "fault.png"), fullPage: true });
  await page.context().close();
  return shots.length + 1;
}

const home = await mkdtemp(join(tmpdir(), "chromium-"));
const browser = await chromium.launch({ executablePath, args, env: { ...process.env, HOME: home } });
const failed = [];
try {
  for (const { name, run } of checks) {
    const problems = [];
    const page = await newPage(browser, { viewport: { width: 1280, height: 900 } }, problems);
    try {
      await run(page);
      assert.deepEqual(problems, []);
      console.log(`ok: ${name}`);
    } catch (error) {
      failed.push(name);
      console.log(`FAILED: ${name}\n${error.stack ?? error}\n${problems.join("\n")}`);
      await page.screenshot({ path: join(folder, `failed-${failed.length}.png`) });
    }
    await page.context().close();
  }
  const problems = [];
  const shots = await screenshots(browser, problems);
  if (problems.length > 0) failed.push(problems.join("\n"));
  const version = browser.version();
  console.log(`playground: ${checks.length - failed.length} of ${checks.length} checks passed, ${shots} screenshots; looked at in Chromium ${version}`);
} finally {
  await browser.close();
  await rm(home, { recursive: true, force: true });
}
process.exitCode = failed.length === 0 ? 0 : 1;
