# syntax=docker/dockerfile:1

# Copytaster in one container on SQLite: see docs/guide/operating.md.

FROM node:22-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY scripts ./scripts
COPY src ./src
RUN node node_modules/typescript/bin/tsc -p tsconfig.build.json \
  && node scripts/bundle.mjs \
  && npm prune --omit=dev --no-audit --no-fund

FROM node:22-slim
ENV NODE_ENV=production \
  COPYTASTER_DATABASE=sqlite:/data/copytaster.db \
  COPYTASTER_SERVER_LISTEN=0.0.0.0:8787
WORKDIR /app
COPY --from=build /build/node_modules ./node_modules
COPY --from=build /build/dist ./dist
COPY package.json LICENSE ./
COPY schemas ./schemas
COPY demo ./demo
COPY packs ./packs
RUN mkdir /data && chown node:node /data
# feeds.yaml, the database and the pictures that are kept.
VOLUME /data
WORKDIR /data
USER node
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8787/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/main.js"]
CMD ["serve"]
