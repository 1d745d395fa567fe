"use strict";
// The page is whole without this: it sorts and searches tables, hides learners, switches the measure and saves figures.
(() => {
  const colors = /*COLORS*/ {};
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  const make = (tag, text, name) => {
    const made = document.createElement(tag);
    made.textContent = text;
    if (name) made.className = name;
    return made;
  };
  const number = (text) => {
    const found = text.replace(/\u2212/g, "-").match(/-?\d*\.?\d+(e-?\d+)?/i);
    return found ? parseFloat(found[0]) : NaN;
  };

  const sort = (head) => {
    const table = head.closest("table"), body = table.tBodies[0], at = head.cellIndex;
    const down = head.getAttribute("aria-sort") === "descending";
    all("thead th", table).forEach((one) => one.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", down ? "ascending" : "descending");
    const rows = all("tr:not(.summary)", body), text = (row) => row.cells[at].textContent.trim();
    const numbers = at > 0 && rows.some((row) => !isNaN(number(text(row))));
    const value = (row) => number(text(row));
    rows.sort((a, b) => {
      if (!numbers) return (down ? 1 : -1) * text(b).localeCompare(text(a));
      const x = value(a), y = value(b);
      return isNaN(x) ? (isNaN(y) ? 0 : 1) : isNaN(y) ? -1 : down ? x - y : y - x;
    });
    const rest = all("tr.summary", body);
    rows.concat(rest).forEach((row) => body.append(row));
  };
  all("main table").filter((one) => all("tbody tr:not(.summary)", one).length > 2).forEach((table) => {
    all("thead th", table).forEach((head) => {
      const button = make("button", "", "sort");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => sort(head));
    });
  });

  all("main table").filter((one) => all("tbody tr", one).length > 20).forEach((table) => {
    const box = make("input", ""), label = make("label", "Search ", "choice");
    box.type = "search";
    label.append(box);
    (table.closest("div.table") || table).before(label);
    box.addEventListener("input", () => {
      const text = box.value.trim().toLowerCase();
      all("tbody tr", table).forEach((row) => { row.hidden = !row.textContent.toLowerCase().includes(text); });
    });
  });

  const toggle = (look, hidden) => all(`.l${look}`).forEach((one) => {
    if (one.closest(".learners")) return;
    let parts = [one];
    if (one.scope === "row") parts = [one.parentElement];
    else if (one.scope === "col") parts = all("tr", one.closest("table")).map((row) => row.cells[one.cellIndex]);
    parts.forEach((part) => { part.style.display = hidden ? "none" : ""; });
  });
  all(".learners li").forEach((chip) => {
    const button = make("button", "");
    button.type = "button";
    button.title = "Show or hide this learner on the whole page";
    button.setAttribute("aria-pressed", "true");
    button.append(...chip.childNodes);
    chip.append(button);
    button.addEventListener("click", () => {
      const hidden = button.getAttribute("aria-pressed") === "true";
      button.setAttribute("aria-pressed", String(!hidden));
      toggle(chip.dataset.l, hidden);
    });
  });

  const choices = [];
  all(".alternatives").forEach((group) => {
    const items = all(":scope > .alternative", group), choice = make("select", "");
    items.forEach((one) => choice.append(make("option", one.dataset.title)));
    items.slice(1).forEach((one) => {
      const fold = one.querySelector(":scope > details"), inner = make("div", "");
      inner.append(...[...fold.childNodes].filter((child) => child.tagName !== "SUMMARY"));
      fold.replaceWith(inner);
    });
    const show = () => items.forEach((one, at) => { one.hidden = at !== choice.selectedIndex; });
    choice.addEventListener("change", () => {
      show();
      // The same measure everywhere: tables and figures follow one another.
      choices.filter((other) => other.what === group.dataset.what && other.choice !== choice).forEach((other) => {
        const at = [...other.choice.options].findIndex((option) => option.textContent === choice.value);
        if (at >= 0) { other.choice.selectedIndex = at; other.show(); }
      });
    });
    choices.push({ what: group.dataset.what, choice, show });
    const label = make("label", `${group.dataset.what} `, "choice");
    label.append(choice);
    group.prepend(label);
    show();
  });

  all("figure[data-name]").forEach((figure) => {
    const svg = figure.querySelector("svg");
    if (!svg) return;
    const button = make("button", "Save as SVG", "save");
    button.type = "button";
    button.addEventListener("click", () => {
      const text = new XMLSerializer().serializeToString(svg).replace(/var\((--[a-z0-9-]+)\)/g, (_, name) => colors[name] || "#000");
      const link = make("a", "");
      link.href = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
      link.download = `${figure.dataset.name}.svg`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
    figure.querySelector("figcaption").append(" ", button);
  });

  const open = () => {
    const part = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const fold = part && part.querySelector(":scope > details");
    if (fold) { fold.open = true; part.scrollIntoView(); }
  };
  addEventListener("hashchange", open);
  open();
})();
