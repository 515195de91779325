/** The style sheet of a report: light and dark, for screens, phones and paper. Nothing is loaded. */
export const STYLE = `
:root{color-scheme:light dark;
--bg:#fff;--soft:#f5f6f8;--line:#d9dde3;--ink:#16191d;--dim:#545d69;--link:#1a56b8;--warn:#8a4b00;--warn-bg:#fff6e8;
--c1:#2563c9;--c2:#b4540a;--c3:#0b7a75;--c4:#7a4bd0;--c5:#b3307d;--c6:#5f6b7a;--on:#fff;--grid:#e3e6eb}
@media (prefers-color-scheme:dark){:root{
--bg:#0f1318;--soft:#181e26;--line:#313a46;--ink:#e9edf2;--dim:#a3aebb;--link:#8ab8ff;--warn:#ffc77d;--warn-bg:#2b2113;
--c1:#7db3ff;--c2:#f5a35c;--c3:#4fd1c0;--c4:#c3a6ff;--c5:#ff9ccf;--c6:#a9b4c2;--on:#0f1318;--grid:#28303a}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;overflow-wrap:break-word;background:var(--bg);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
header,main,footer{max-width:72rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:2rem}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .25rem;letter-spacing:-.01em}
h2{font-size:1.25rem;line-height:1.3;margin:0 0 .25rem;letter-spacing:-.005em}
h3{font-size:1rem;margin:0}
p{margin:.25rem 0;max-width:46rem}
.dim,footer,figcaption{color:var(--dim)}
a{color:var(--link)}
section{margin:2.75rem 0}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875em;overflow-wrap:anywhere}
.notes{margin:1rem 0;padding:.75rem 1rem;border-left:4px solid var(--warn);background:var(--warn-bg);color:var(--ink)}
.notes p{margin:.125rem 0;overflow-wrap:anywhere}
.figures{display:grid;grid-template-columns:repeat(4,1fr);gap:1px;margin:1.5rem 0 0;padding:0;background:var(--line);border:1px solid var(--line);border-radius:10px;overflow:hidden}
.figures>div{background:var(--bg);padding:.875rem 1rem}
.figures dt{color:var(--dim);font-size:.875rem}
.figures dd{margin:0;font-size:1.625rem;line-height:1.25;font-weight:650;font-variant-numeric:tabular-nums}
.figures dd+dd{font-size:.8125rem;line-height:1.4;font-weight:400;color:var(--dim)}
figure{margin:1rem 0 0}
figcaption{font-size:.875rem;margin-bottom:.25rem;overflow-wrap:anywhere}
h2,h3,summary{overflow-wrap:anywhere}
figcaption b{color:var(--ink);font-weight:600}
.pair>figure,section{min-width:0}
.pair{display:grid;align-items:start;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:0 2rem}
.chart svg{display:block;width:100%;height:auto}
.chart .narrow{display:none}
.legend{display:flex;flex-wrap:wrap;gap:.125rem 1rem;margin:.25rem 0;padding:0;list-style:none;font-size:.875rem}
.legend li{display:flex;align-items:center;gap:.4rem;min-width:0;overflow-wrap:anywhere}
.legend i{width:.75rem;height:.75rem;border-radius:3px;flex:none}
details{margin:.5rem 0 0}
summary{cursor:pointer;color:var(--link);font-size:.875rem;width:fit-content}
.scroll{overflow-x:auto;margin-top:.5rem;border:1px solid var(--line);border-radius:8px}
.scroll:focus-visible,summary:focus-visible{outline:2px solid var(--link);outline-offset:2px}
table{border-collapse:collapse;width:100%;font-size:.875rem;font-variant-numeric:tabular-nums}
caption{text-align:left;padding:.5rem .75rem 0;color:var(--dim)}
th,td{padding:.4rem .625rem;text-align:left;vertical-align:top;border-top:1px solid var(--line)}
thead th{border-top:0;color:var(--dim);font-weight:600;vertical-align:bottom;line-height:1.3}
tbody th{font-weight:600;overflow-wrap:anywhere;min-width:10rem}
th.n{text-align:right}td.n{text-align:right;white-space:nowrap}
td small{display:block;color:var(--dim);font-size:.75rem}
.incident{border:1px solid var(--line);border-radius:8px;padding:.75rem 1rem;margin:.75rem 0 0;break-inside:avoid}
.incident h3{display:flex;flex-wrap:wrap;gap:.25rem .6rem;align-items:baseline}
.incident pre{margin:.5rem 0;padding:.5rem .75rem;background:var(--soft);border-radius:6px;white-space:pre-wrap}
.incident p{font-size:.875rem;color:var(--dim);overflow-wrap:anywhere;max-width:none}
.badge{font-size:.75rem;font-weight:600;padding:.05rem .5rem;border:1px solid var(--line);border-radius:99px;color:var(--dim)}
footer{padding-bottom:3rem;font-size:.875rem}
@media (max-width:56rem){.figures{grid-template-columns:1fr 1fr}}
@media (max-width:40rem){
body{font-size:15px}header{padding-top:1.25rem}section{margin:2rem 0}
.chart .wide{display:none}.chart .narrow{display:block}
.figures dd{font-size:1.375rem}.figures>div{padding:.625rem .75rem}}
@media print{
:root{color-scheme:light;--bg:#fff;--soft:#f5f6f8;--line:#c9ced6;--ink:#000;--dim:#444;--link:#000;--warn:#8a4b00;--warn-bg:#fff;
--c1:#2563c9;--c2:#b4540a;--c3:#0b7a75;--c4:#7a4bd0;--c5:#b3307d;--c6:#5f6b7a;--on:#fff;--grid:#e3e6eb}
body{font-size:10.5pt;-webkit-print-color-adjust:exact;print-color-adjust:exact}
header,main,footer{max-width:none;padding:0}
section{margin:1.25rem 0}figure,tr{break-inside:avoid}h2,figcaption{break-after:avoid}
.chart .wide{display:block}.chart .narrow{display:none}
details::details-content{content-visibility:visible;height:auto}summary{list-style:none}summary::marker{content:""}
.scroll{overflow:visible;border:0}table{font-size:7.5pt}th,td{padding:.15rem .3rem}td.n,th.n,thead th{white-space:normal}}
`;
