import chromium from '@sparticuz/chromium';

// Unpacks into the temporary folder of this process: the caller names it by TMPDIR.
process.stdout.write(await chromium.executablePath());
