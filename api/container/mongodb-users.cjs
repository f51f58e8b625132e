/** Run by mongosh beside the server: makes the users of the secrets, or gives them their present passwords. */
const fs = require('node:fs');
const url = require('node:url');

const secret = (name) => fs.readFileSync(`/run/secrets/${name}`, 'utf8').trim();
const server = '127.0.0.1:27017/admin?tls=true&tlsCAFile=/run/secrets/ca.crt';
const rootPassword = secret('mongodb-root');

function connectAsRoot() {
  return connect(`mongodb://root:${rootPassword}@${server}`);
}

let admin;
try {
  admin = connectAsRoot();
} catch {
  // A server without users lets a client on its own machine make the first one, and nothing else.
  connect(`mongodb://${server}`).createUser({ user: 'root', pwd: rootPassword, roles: ['root'] });
  admin = connectAsRoot();
}

const addressOf = (service) => new url.URL(secret(`mongodb-${service}-url`));
const db = addressOf('api').pathname.slice(1);
const views = { role: 'readWrite', db: process.env.MONGODB_VIEWS_DATABASE };

// The projector decrypts with the keys of owners, and reads nothing else beside the views: accounts and images least of all.
const keyReader = 'owner-keys-reader';
const privileges = [{ resource: { db, collection: 'owner_keys' }, actions: ['find'] }];
if (admin.getRole(keyReader)) admin.updateRole(keyReader, { privileges, roles: [] });
else admin.createRole({ role: keyReader, privileges, roles: [] });

const rolesOf = {
  api: [{ role: 'readWrite', db }, views],
  projector: [{ role: keyReader, db: 'admin' }, views],
};
for (const [service, roles] of Object.entries(rolesOf)) {
  const { username, password } = addressOf(service);
  const rights = { pwd: password, roles };
  if (admin.getUser(username)) admin.updateUser(username, rights);
  else admin.createUser({ user: username, ...rights });
}
