/** Starts the viewer on its page. */

declare const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => void;

SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#api",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  // It would ask another server whether the document is valid.
  validatorUrl: null,
});
