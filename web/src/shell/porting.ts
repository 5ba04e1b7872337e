/** What a dump of another database needs at once: its port, and what says that there is one. */
import "../port/offer.js";

export { Porting } from "../session/porting.js";
