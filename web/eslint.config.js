import js from "@eslint/js";
import prettier from "eslint-config-prettier";
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";

import svelteConfig from "./svelte.config.js";

export default defineConfig(
    { ignores: ["dist/", "src/data/", "src/api/messages.ts", "src/api/shapes.ts"] },
    { linterOptions: { reportUnusedDisableDirectives: "error" } },
    js.configs.recommended,
    ts.configs.strictTypeChecked,
    svelte.configs.recommended,
    prettier,
    svelte.configs.prettier,
    {
        languageOptions: {
            globals: globals.browser,
            parserOptions: {
                projectService: true,
                tsconfigRootDir: import.meta.dirname,
                extraFileExtensions: [".svelte"],
            },
        },
        rules: {
            "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
            "@typescript-eslint/no-confusing-void-expression": [
                "error",
                { ignoreArrowShorthand: true, ignoreVoidOperator: true },
            ],
            "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_$" }],
            // `noUncheckedIndexedAccess` makes these necessary where an index is known to exist.
            "@typescript-eslint/no-non-null-assertion": "off",
            // `void value;` marks a dependency of an effect.
            "@typescript-eslint/no-meaningless-void-operator": "off",
            // `delete element.dataset[name]` is how a data attribute is removed.
            "@typescript-eslint/no-dynamic-delete": "off",
            // A plain Map or Set inside a class is not meant to be observed; what is observed is declared with $state.
            "svelte/prefer-svelte-reactivity": "off",
        },
    },
    {
        files: ["**/*.svelte", "**/*.svelte.ts"],
        languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    },
    {
        // The parser does not know the types that flow through a template; svelte-check does.
        files: ["**/*.svelte"],
        rules: {
            "@typescript-eslint/no-unsafe-argument": "off",
            "@typescript-eslint/no-unsafe-assignment": "off",
            "@typescript-eslint/no-unsafe-call": "off",
            "@typescript-eslint/no-unsafe-member-access": "off",
            "@typescript-eslint/no-unsafe-return": "off",
        },
    },
    {
        // Seen from a module, the properties of a component have no types.
        files: ["tests/components/**"],
        rules: { "@typescript-eslint/no-unnecessary-type-assertion": "off" },
    },
    { files: ["*.js", "*.ts", "plugins/**"], languageOptions: { globals: globals.node } },
    { files: ["*.js"], extends: [ts.configs.disableTypeChecked] },
);
