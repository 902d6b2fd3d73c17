// Reads the calls in a folder by the libraries of npm. Writes JSON lines.
//
//     node peers.mjs time FOLDER MILLISECONDS   {peer, version, call, ns}, `ns` null: refused
//     node peers.mjs say FOLDER [MATRIX]        {peer, version, text} of the faults,
//                                               {peer, id, value} of the rows, none: refused

import { readFileSync } from "node:fs";
import { READERS } from "./readers.mjs";

const [mode, folder, argument] = process.argv.slice(2);
const calls = JSON.parse(readFileSync(`${folder}/calls.json`, "utf8"));
const schemas = JSON.parse(readFileSync(`${folder}/schemas.json`, "utf8"));
const say = (line) => console.log(JSON.stringify(line));

function text(call) {
  return readFileSync(`${folder}/${call.name}.txt`, "utf8");
}

/** The time that the process took, in nanoseconds: what others run does not count. */
function spent() {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1000;
}

/** Nanoseconds of one reading, after a third of the time to get warm. */
function time(read, milliseconds) {
  const run = (limit) => {
    let times = 0;
    const start = spent();
    while (times === 0 || spent() - start < limit * 1e6) {
      for (let turn = 0; turn < (times < 64 ? 1 : 16); turn++, times++) read();
    }
    return (spent() - start) / times;
  };
  run(milliseconds / 3);
  return run(milliseconds);
}

function outcome(read) {
  try {
    return { value: read() };
  } catch (error) {
    return { error: error.message };
  }
}

for (const { name: peer, version, prepare, read, given } of READERS) {
  prepare(schemas);
  if (mode === "time") {
    for (const call of calls) {
      const input = text(call);
      const refused = outcome(() => read(call.shape, input)).error !== undefined;
      const ns = refused ? null : time(() => read(call.shape, input), Number(argument));
      say({ peer, version, call: call.name, ns });
    }
  } else {
    const faults = calls.find((call) => call.name === "faults");
    say({ peer, version, text: outcome(() => read(faults.shape, text(faults))).error ?? null });
    const rows = argument ? readFileSync(argument, "utf8").trim().split("\n") : [];
    for (const row of rows.map((row) => JSON.parse(row))) {
      const { value } = outcome(() => given(row.schema, row.raw));
      say({ peer, id: row.id, ...(value === undefined ? {} : { value }) });
    }
  }
}
