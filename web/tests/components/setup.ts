/** The page's own styles: what is visible depends on them. */

import "../../src/styles/tokens.css";
import "../../src/styles/base.css";
