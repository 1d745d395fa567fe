"use strict";
// A link that holds a table, a copy button, and progress of running studies. Every page works without this file.
const LARGEST = 5 * 1024 * 1024; // bytes that a link may unpack to

const toText = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const toBytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

async function collected(stream, most) {
  const parts = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error("The link contains more than 5 MB; paste the table instead.");
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

const packed = (bytes) => collected(new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw")), LARGEST);
const unpacked = (bytes) => collected(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")), LARGEST);

async function readLink() {
  const field = document.getElementById("pasted");
  if (!field || !location.hash.startsWith("#t=")) return;
  const note = document.getElementById("linked");
  try {
    field.value = new TextDecoder("utf-8", { fatal: true }).decode(await unpacked(toBytes(location.hash.slice(3))));
  } catch (problem) {
    note.textContent = problem.message.startsWith("The link") ? problem.message : "The link is damaged; ask for it again, or paste the table.";
  }
  note.hidden = false;
}

function offerLink() {
  const button = document.getElementById("share-button");
  if (!button || !window.CompressionStream) return;
  document.getElementById("share").hidden = false;
  button.addEventListener("click", async () => {
    const done = document.getElementById("share-done");
    try {
      const link = `${location.origin}/#t=${toText(await packed(toBytes(button.dataset.content)))}`;
      await navigator.clipboard.writeText(link);
      done.textContent = "Copied. The table is in the link itself; nothing is stored.";
      button.dataset.link = link;
    } catch {
      done.textContent = "This browser does not allow copying here.";
    }
  });
}

function takeDrops() {
  const form = document.getElementById("paste"), file = document.getElementById("file");
  if (!form || !file || !window.DataTransfer) return;
  document.getElementById("drop-hint").hidden = false;
  const over = (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    form.classList.add("over");
  };
  addEventListener("dragover", over);
  addEventListener("dragleave", () => form.classList.remove("over"));
  addEventListener("drop", (event) => {
    form.classList.remove("over");
    if (!event.dataTransfer.files.length) return;
    event.preventDefault(); // the browser would leave the page and open the file
    const one = new DataTransfer();
    one.items.add(event.dataTransfer.files[0]);
    file.files = one.files;
    document.getElementById("drop-hint").textContent = `${one.files[0].name} is chosen; read it by a button below`;
    form.querySelector("button.first").focus();
  });
}

function fillUnits(table, one) {
  const rows = table.tBodies[0].rows;
  if (rows.length !== one.learners.length) {
    location.reload(); // a learner was added or removed
    return;
  }
  one.learners.forEach((line, at) => {
    const seconds = line.seconds === null ? "–" : line.seconds.toFixed(3);
    const texts = [`${line.done} of ${line.planned}`, line.failed || "–", line.invalid || "–", seconds];
    texts.forEach((text, column) => {
      rows[at].cells[column + 1].textContent = text;
    });
  });
}

function follow() {
  const list = document.getElementById("studies");
  if (!list) return;
  const before = new Map();
  const look = async () => {
    let reply;
    try {
      reply = await (await fetch(list.dataset.follow)).json();
    } catch {
      return;
    }
    const now = performance.now();
    for (const one of reply.studies) {
      const shown = list.querySelector(`[data-study="${one.id}"]`);
      if (!shown || one.error) continue;
      const ended = one.done + one.failed + one.invalid;
      shown.querySelector("progress").value = ended;
      const failed = (one.failed ? `, ${one.failed} failed` : "") + (one.invalid ? `, ${one.invalid} invalid` : "");
      shown.querySelector(".counts").textContent = `${one.done} of ${one.planned} units done${failed}`;
      const state = shown.querySelector(".state");
      if (state) state.textContent = one.running ? "running" : one.missing ? "not running" : "done";
      const last = before.get(one.id);
      const table = document.querySelector(`table[data-units="${one.id}"]`);
      if (table) fillUnits(table, one);
      if (table && last && last.running && !one.running) {
        location.reload(); // the verdict of the finished run
        return;
      }
      if (one.running && last && ended > last.ended) {
        const rate = (ended - last.ended) / ((now - last.now) / 1000);
        shown.querySelector(".rate").textContent = `${rate.toFixed(1)} per second, about ${Math.ceil(one.missing / rate)} s left`;
      } else if (!one.running) {
        shown.querySelector(".rate").textContent = "";
      }
      before.set(one.id, { ended, now, running: one.running });
    }
  };
  look();
  setInterval(look, 2000);
}

readLink();
offerLink();
takeDrops();
follow();
