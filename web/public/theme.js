/**
 * Runs before the first paint: sets the chosen theme, so that a dark page never flashes light, and
 * says whether someone comes with a schema of their own, so that the first example does not flash.
 */
const { dataset } = document.documentElement;
if (location.hash.length > 1) dataset.own = "";
try {
  const theme = localStorage.getItem("hotsplit.theme");
  if (theme === "light" || theme === "dark") dataset.theme = theme;
  if (localStorage.getItem("hotsplit.draft") !== null) dataset.own = "";
} catch {
  // Storage is closed to us: the system's theme stands.
}
