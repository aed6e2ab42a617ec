/** Light or dark: what the system prefers, until somebody chooses. */

export type Theme = "dark" | "light";

const KEPT = "vigil-theme";
const prefersLight = matchMedia("(prefers-color-scheme: light)");

function kept(): Theme | undefined {
  try {
    const found = localStorage.getItem(KEPT);
    return found === "dark" || found === "light" ? found : undefined;
  } catch {
    return undefined; // Where nothing may be stored, the system decides.
  }
}

const preferred = (): Theme => kept() ?? (prefersLight.matches ? "light" : "dark");

const state = $state({ theme: preferred() });

const apply = (): void => void (document.documentElement.dataset["theme"] = state.theme);

export const theme = {
  get now(): Theme {
    return state.theme;
  },
  change(to: Theme): void {
    state.theme = to;
    apply();
    try {
      localStorage.setItem(KEPT, to);
    } catch {
      // It lasts until the page is left.
    }
  },
};

export function startTheme(): void {
  apply();
  prefersLight.addEventListener("change", () => {
    state.theme = preferred();
    apply();
  });
}
