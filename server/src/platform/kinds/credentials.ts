import { z } from 'zod';
import { connectionReference } from '../references/connection-reference.ts';
import { duration } from './duration.ts';

const keyRef = z.strictObject({
  name: z.string().meta({ description: 'Name of the object' }),
  key: z.string().meta({ description: 'Key in the object' }),
});

const valueFrom = z
  .strictObject({
    secretKeyRef: keyRef.optional().meta({ description: 'A key of a Kubernetes secret' }),
    configMapKeyRef: keyRef.optional().meta({ description: 'A key of a Kubernetes config map' }),
    helmRef: keyRef.optional().meta({ description: 'A value of a Helm release' }),
    serviceAccount: z.string().optional().meta({ description: 'A service account whose token is the value' }),
  })
  .optional()
  .meta({ description: 'Where the value is read from', 'x-unsupported': true });

function value(secret: boolean) {
  const hints = { description: 'The value itself', 'x-reference': true };
  return z
    .string()
    .max(1_048_576)
    .optional()
    .meta(secret ? { ...hints, 'x-widget': 'secret' } : hints);
}

/** A value, or a reference to where it is kept. References are accepted and do not work yet. */
export function envVar(options: { secret: boolean }) {
  return z.strictObject({
    name: z.string().optional().meta({ description: 'Name of the value, where it stands in a list' }),
    value: value(options.secret),
    valueFrom,
  });
}

/** A named value of a list, for example a header. */
export function namedEnvVar() {
  return z.strictObject({
    name: z.string().min(1).max(1_024).meta({ description: 'Name' }),
    value: value(false),
    valueFrom,
  });
}

export type EnvVar = z.infer<ReturnType<typeof envVar>>;

/** `connection`, `username` and `password`, which many kinds share. */
export const connectable = {
  connection: connectionReference.optional().meta({
    description: 'The connection that gives the address and the login: connection://<namespace>/<name>, or its id',
    'x-widget': 'connection',
  }),
  username: envVar({ secret: false })
    .optional()
    .meta({ description: 'User name', 'x-level': 'basic', 'x-group': 'authentication' }),
  password: envVar({ secret: true })
    .optional()
    .meta({ description: 'Password', 'x-level': 'basic', 'x-group': 'authentication' }),
};

/** TLS settings of an outbound connection. */
export const tlsConfig = z.strictObject({
  insecureSkipVerify: z.boolean().optional().meta({ description: 'Accept any certificate' }),
  handshakeTimeout: duration().optional().meta({ description: 'The handshake may take this long, 10s without it' }),
  ca: envVar({ secret: false }).optional().meta({ description: 'PEM text of the authorities to trust' }),
  cert: envVar({ secret: false }).optional().meta({ description: 'PEM text of the client certificate' }),
  key: envVar({ secret: true }).optional().meta({ description: 'PEM text of the key of the client certificate' }),
});
