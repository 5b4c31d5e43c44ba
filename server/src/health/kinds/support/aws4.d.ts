declare module 'aws4' {
  interface SignableRequest {
    host: string;
    path: string;
    method: string;
    headers: Record<string, string>;
    body?: string;
    service?: string;
    region?: string;
  }
  interface Credentials {
    accessKeyId: string;
    secretAccessKey: string;
    sessionToken?: string;
  }
  const aws4: {
    /** Adds the date, token and `Authorization` headers to a copy of the headers and returns the request. */
    sign(request: SignableRequest, credentials: Credentials): SignableRequest;
  };
  export default aws4;
}
