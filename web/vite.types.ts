/** What every built page says of trusted types in its Content-Security-Policy. */
export const TYPES = [
  "require-trusted-types-for 'script'",
  // Lit's, and `src/ui/trusted.ts`.
  "trusted-types lit-html hotsplit",
] as const;
