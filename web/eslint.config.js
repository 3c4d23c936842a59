import hooks from "eslint-plugin-react-hooks";
import { defineConfig, globalIgnores } from "eslint/config";
import ts from "typescript-eslint";

export default defineConfig([
  globalIgnores(["dist", "src/api.ts"]),
  ts.configs.strictTypeChecked,
  hooks.configs.flat["recommended-latest"],
  {
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ["eslint.config.js"] } } },
    rules: {
      "react-hooks/incompatible-library": "off", // of use to React's compiler, which is not used
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "CallExpression[callee.name=/Effect$/] > ArrowFunctionExpression:not([body.type=/BlockStatement|ArrowFunctionExpression/])",
          message: "What an effect returns is called to clean up: give it a block.",
        },
      ],
      "max-lines": ["error", 400],
      "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
  { files: ["**/*.test.ts"], rules: { "max-lines-per-function": "off" } },
]);
