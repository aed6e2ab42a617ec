import { mount } from "svelte";

import App from "./App.svelte";
import { session } from "./account/session.svelte";
import { startRouter } from "./router.svelte";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { startTheme } from "./theme.svelte";

startTheme();
startRouter();
session.start();

if (import.meta.env.PROD)
  addEventListener("load", () => void import("./offline/version").then((found) => found.startOffline()));

export default mount(App, { target: document.getElementById("table")! });
