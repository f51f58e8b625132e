/** Run by mongosh beside the server: makes the users of the secrets, or gives them their present passwords. */
const fs = require('node:fs');
const url = require('node:url');

const secret = (name) => fs.readFileSync(`/run/secrets/${name}`, 'utf8').trim();
const server = '127.0.0.1:27017/admin';
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

for (const service of ['api', 'projector']) {
  const { username, password, pathname } = new url.URL(secret(`mongodb-${service}-url`));
  const rights = { pwd: password, roles: [{ role: 'readWrite', db: pathname.slice(1) }] };
  if (admin.getUser(username)) admin.updateUser(username, rights);
  else admin.createUser({ user: username, ...rights });
}
