FROM node:24.21.0-bookworm@sha256:64af3819f9275802414d7cdc38c27e9d82bd564dec4d4da87d008255d36c63b4 AS manifests
WORKDIR /build
COPY package.json package-lock.json ./
COPY domain/package.json domain/
COPY projections/package.json projections/
COPY api/package.json api/
COPY web/package.json web/

# Scripts of packages are not run: none is needed with this Node.
FROM manifests AS build
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

# The pages are bundled whole, so the packages of the web workspace are not needed to run.
FROM manifests AS packages
RUN npm ci --ignore-scripts --omit=dev --workspace=domain --workspace=projections --workspace=api --no-audit --no-fund \
    && rm -rf node_modules/@directory node_modules/better-sqlite3-12 node_modules/better-sqlite3/deps node_modules/better-sqlite3/src \
    && find node_modules/better-sqlite3/prebuilds -type f ! -name 'linux-*' -delete \
    && find node_modules -name '*.map' -delete \
    && mkdir --mode=700 /data

FROM node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Threads that compress and read share two pools of memory: more leave more of it unused.
ENV MALLOC_ARENA_MAX=2
COPY --from=packages --chown=node:node /data /data
COPY --from=packages /build/node_modules node_modules
COPY package.json LICENSE NOTICE ./
COPY api/container/health.mjs api/container/
COPY api/seed-data api/seed-data
COPY --from=build /build/dist dist
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=5s --start-period=120s --retries=6 \
    CMD ["node", "api/container/health.mjs", "http://127.0.0.1:3000/healthz"]
ENTRYPOINT ["node", "--max-semi-space-size=8"]
CMD ["dist/server/api.js", "serve"]
