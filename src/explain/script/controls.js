// What the reader can do: moves, hints, the way back, light and dark, the language; and the address, which follows. Each
// step of the reader is an entry of the browser's history, so the browser's Back takes it back.

let language = /^zh\b/i.test(navigator.language) ? "zh" : "en";
let words = WORDS[language];

function speak(found) {
  language = found;
  words = WORDS[language];
}

// Writes the address: as a new entry of the history, or over the one that is there.
function writeAddress(change) {
  try {
    history[change]({ canju: true }, "", address());
  } catch {
    // Inside another page a browser may forbid it. Then the page works without addresses.
  }
}

// Draws what the reader has changed, says it aloud and moves the focus on.
function moved() {
  draw();
  const from = Math.max(steps.findLastIndex((step) => step.chosen), 0);
  byId("spoken").textContent = steps.slice(from).map((step) => words.answered(words.seats[step.seat], named(step.move))).join(". ");
  byId("prompt").focus({ preventScroll: true });
  const top = byId("felt").getBoundingClientRect().top;
  if (top < 0 || top > innerHeight / 2) byId("felt").scrollIntoView({ block: "start" });
}

function choose(choice) {
  if (isSlip(choice)) {
    help.slips.push(choice.move);
    draw();
    byId("spoken").textContent = byId("slip").textContent;
    byId("prompt").focus({ preventScroll: true });
    return;
  }
  step(choice);
  fresh();
  writeAddress("pushState");
  moved();
}

function rewindTo(last) {
  rewind(last);
  writeAddress("pushState");
  moved();
}

const back = () => rewindTo(steps.findLastIndex((step) => step.chosen) - 1);

function askHint() {
  help.hints += 1;
  draw();
  byId("spoken").textContent = byId("hints").lastChild.textContent;
  const again = byId("ask-hint");
  (again.disabled ? byId("ask-solution") : again).focus();
}

function askSolution() {
  help.solved = true;
  draw();
  byId("spoken").textContent = document.querySelector(".solution").textContent;
  byId("prompt").focus({ preventScroll: true });
}

byId("try").addEventListener("click", () => {
  const moves = steps.map((step) => typed(step.move));
  trying = !trying;
  replay(moves);
  writeAddress("pushState");
  draw();
});
byId("language").addEventListener("click", () => {
  speak(language === "zh" ? "en" : "zh");
  writeAddress("replaceState");
  draw();
});
byId("back").addEventListener("click", back);
byId("restart").addEventListener("click", () => rewindTo(-1));
document.addEventListener("keydown", (event) => {
  const plainKey = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (event.key === "ArrowLeft" && plainKey && steps.length) back();
});

const dark = matchMedia("(prefers-color-scheme: dark)");
const wear = (theme) => (document.documentElement.dataset.theme = theme);
const follow = () => wear(dark.matches ? "dark" : "light");
follow();
dark.addEventListener("change", follow);
byId("theme").addEventListener("click", () => {
  dark.removeEventListener("change", follow);
  wear(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
});

// Goes where the address says. An address that the reader typed or was sent names the language, too; on the way back through
// the history the language stays as it is.
function arrive(ours) {
  const wanted = goTo(location.hash);
  if (!ours && Object.hasOwn(WORDS, wanted)) speak(wanted);
  writeAddress("replaceState");
}
addEventListener("popstate", (event) => {
  arrive(event.state !== null);
  moved();
});
arrive(false);
draw();
