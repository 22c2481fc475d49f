# Earshot on any machine with Docker:
#   docker build -t earshot . && docker run --rm -it --network host -v earshot-data:/home/node/earshot/.local/data earshot
# Earshot only listens on loopback and hands out addresses there, so the network is the host's. Docker Desktop has a setting for it.
FROM node:24.21.0-bookworm AS machine
# Debian keeps only the newest version of a package, so a pinned one cannot be installed for long.
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install -y --no-install-recommends ffmpeg maven \
  && rm -rf /var/lib/apt/lists/*
USER node

FROM machine
# Not every builder gives a new WORKDIR to the user.
RUN mkdir /home/node/earshot
WORKDIR /home/node/earshot
COPY --chown=node . .
# The volume belongs to this user only if its folder exists here.
RUN npm run setup && mkdir -p .local/data
CMD ["npm", "start"]
