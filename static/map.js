// An enlarged map begins at what it points out, else in its middle.
"use strict";
const frame = document.querySelector(".map-frame");
const goal = frame?.querySelector(".m-winner, .m-candidate, .m-target, .m-asked, .bg:has(.touched)");
if (goal) goal.scrollIntoView({ block: "center", inline: "center" });
else if (frame) frame.scrollTo((frame.scrollWidth - frame.clientWidth) / 2, (frame.scrollHeight - frame.clientHeight) / 2);
