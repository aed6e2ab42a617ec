import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

import { playwright } from "@vitest/browser-playwright";
import { defineConfig, mergeConfig } from "vitest/config";

import viteConfig from "./vite.config.ts";

/** The system's Chromium; without one, Playwright's own (`npx playwright install chromium`) is used. */
function chromium(): string | undefined {
  const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
  return process.env["VIGIL_BROWSER"] ?? found;
}

const executablePath = chromium();

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      // The tests of contrast read the style sheets. A busy machine may take its time.
      css: true,
      testTimeout: 60_000,
      projects: [
        { extends: true, test: { name: "logic", include: ["tests/*.test.ts"] } },
        {
          extends: true,
          test: {
            name: "components",
            include: ["tests/components/*.test.ts"],
            setupFiles: ["tests/components/setup.ts"],
            browser: {
              enabled: true,
              headless: true,
              screenshotFailures: false,
              provider: playwright({
                launchOptions: {
                  ...(executablePath ? { executablePath } : {}),
                  args: ["--no-sandbox", "--disable-gpu"],
                },
                contextOptions: { reducedMotion: "reduce" },
              }),
              instances: [{ browser: "chromium" }],
            },
          },
        },
      ],
    },
  }),
);
