/** A fetch that tells which share of the body has left: `fetch` itself says nothing of it. */
export function createFetchWithProgress(onSent: (share: number) => void): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = await request.blob();
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const call = new XMLHttpRequest();
    call.open(request.method, request.url);
    call.withCredentials = request.credentials === 'include';
    call.responseType = 'blob';
    for (const [name, value] of request.headers) call.setRequestHeader(name, value);
    call.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onSent(loaded / total);
    };
    call.onload = () => resolve(toResponse(call));
    call.onerror = () => reject(new TypeError('The network failed'));
    call.onabort = () => reject(request.signal.reason);
    request.signal.addEventListener('abort', () => call.abort());
    call.send(body);
    return await promise;
  };
}

function toResponse(call: XMLHttpRequest): Response {
  const headers = new Headers();
  const retryAfter = call.getResponseHeader('retry-after');
  if (retryAfter !== null) headers.set('retry-after', retryAfter);
  return new Response(call.response, { status: call.status, headers });
}
