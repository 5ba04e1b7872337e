/** Sets the chosen theme before the first paint, so that a dark page never flashes light. */
try {
  const theme = localStorage.getItem("hotsplit.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is closed to us: the system's theme stands.
}
