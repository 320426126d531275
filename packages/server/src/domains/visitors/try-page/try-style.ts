/** Style of the try-out page: a file of its own, because the page's policy allows no inline style. */
export const TRY_STYLE = `
:root{--ink:#1b2430;--soft:#5a6b7b;--line:#d3dce5;--paper:#f6f8fa;--yellow:#ffcf33;--sand:#efe9df;--leaf:#dfe8df;--mist:#e4ebf2}
*{box-sizing:border-box}
body{margin:0;font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;color:var(--ink);background:#fff}
a{color:inherit}
.bar{background:var(--ink);color:#fff;font-size:14px;line-height:20px;padding:10px 24px;display:flex;flex-wrap:wrap;gap:6px 20px;align-items:center}
.bar span{flex:1 1 420px}
.bar a{padding:4px 0}
.code{background:var(--paper);border-bottom:1px solid var(--line);padding:10px 24px;font-size:13px;line-height:20px;color:var(--soft)}
.code code{font:13px/20px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:var(--ink);overflow-wrap:anywhere;user-select:all}
.wrap{max-width:1120px;margin:0 auto;padding:0 24px}
header{display:flex;align-items:center;gap:32px;padding:26px 0}
.name{font-weight:700;font-size:20px;letter-spacing:-.02em;margin-right:auto}
nav{display:flex;gap:26px;color:var(--soft)}
.hero{display:grid;grid-template-columns:1.05fr 1fr;border-radius:28px;overflow:hidden;background:var(--sand);min-height:400px}
.words{padding:64px 56px;align-self:center}
h1{font-size:clamp(34px,4.4vw,54px);line-height:1.06;letter-spacing:-.03em;margin:0 0 18px;font-weight:700}
.lead{margin:0 0 28px;font-size:18px;color:#4b4a45;max-width:30em}
.art{display:grid;place-items:end center;background:linear-gradient(180deg,#e9e0d1,#dccfb9)}
.art svg{width:100%;height:auto;display:block}
:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
.bar :focus-visible{outline-color:#fff}
.goods{display:grid;grid-template-columns:repeat(3,1fr);gap:24px;margin:32px 0;padding:0;list-style:none}
.good{border-radius:22px;overflow:hidden;background:var(--paper)}
.good .pic{display:grid;place-items:center;height:210px;background:var(--mist)}
.good:nth-child(2) .pic{background:#f5edd9}
.good:nth-child(3) .pic{background:var(--leaf)}
.good svg{width:62%;max-height:168px}
.good div{padding:16px 20px 20px}
.good h2{font-size:17px;margin:0;font-weight:650}
.good p{margin:2px 0 10px;color:var(--soft);font-size:14px}
.price{font-weight:700}
.facts{display:flex;flex-wrap:wrap;gap:12px;padding:0;margin:0 0 40px;list-style:none}
.facts li{border:1px solid var(--line);border-radius:999px;padding:8px 18px;font-size:14px}
footer{border-top:1px solid var(--line);padding:22px 0 110px;color:var(--soft);font-size:14px}
.missing{min-height:100vh;display:grid;place-content:center;text-align:center;padding:24px}
@media (max-width:760px){
.wrap{padding:0 16px}.bar,.code{padding-left:16px;padding-right:16px}
header{padding:18px 0;gap:16px}nav{gap:16px;font-size:14px}
.hero{grid-template-columns:1fr;border-radius:22px}.words{padding:36px 24px 28px}
.goods{grid-template-columns:1fr;gap:14px}
.good{display:grid;grid-template-columns:116px 1fr;align-items:center}.good .pic{height:100%;min-height:116px;padding:0}.good svg{max-height:84px}
.good div:last-child{padding:12px 16px}
}
`;
