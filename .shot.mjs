import { chromium } from '@playwright/test';
const [,, out, hash='', theme='light', size='1440x900', wait='2500'] = process.argv;
const [w,h]=size.split('x').map(Number);
const b = await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync']});
const p = await b.newPage({viewport:{width:w,height:h},colorScheme:theme});
p.on('console',m=>console.log('console',m.type(),m.text())); p.on('pageerror',e=>console.log('ERR',e.message));
await p.goto('http://127.0.0.1:4517/'+hash); await p.waitForTimeout(Number(wait));
await p.screenshot({path:out,fullPage:true});
await b.close();
