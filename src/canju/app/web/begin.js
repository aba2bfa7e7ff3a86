// Where the page begins: the app, or in a frame of another page one puzzle alone. Each loads only what it needs.

if (/^#embed(&|$)/.test(location.hash)) import("./embed/page.js");
else import("./app.js");
