#!/bin/sh
# build.sh CPU OUT OPTION... puts a static ffmpeg for Linux on CPU (aarch64, x86_64) and its licence into OUT.
# It compiles the source package of the Debian release below, with its security fixes. OPTIONs are those of configure.
set -eu
# The stable release: Debian keeps publishing its security fixes, and removes package versions of newer suites.
suite=trixie
least=7:7.1.5
cpu=$1 out=$2
shift 2
triplet=$cpu-linux-gnu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work"

can_build() {
  echo 'int main(void) { return 0; }' >try.c
  "$triplet-gcc" -static-pie -o try try.c && dpkg-source --version
}

install_compiler() {
  case $cpu in aarch64) debian=arm64 ;; x86_64) debian=amd64 ;; esac
  if [ "$(dpkg --print-architecture)" = "$debian" ]; then
    compiler='gcc libc6-dev'
  else
    compiler="gcc-$(echo "$triplet" | tr _ -) libc6-dev-$debian-cross"
  fi
  echo "Installing $compiler dpkg-dev" >&2
  [ "$(id -u)" = 0 ] && sudo= || sudo='sudo -n'
  $sudo apt-get -qq update
  # shellcheck disable=SC2086
  $sudo env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq install --yes --no-upgrade --no-install-recommends $compiler dpkg-dev >&2
}

# Uses the machine's package sources in a separate apt configuration, so that the machine's own stays unchanged.
fetch_source() {
  codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
  mkdir -p sources lists/partial cache/archives/partial
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
    [ ! -e "$file" ] || sed -E "s/^deb(-src)? /deb-src /; s/^Types:.*/Types: deb-src/; s/\b$codename\b/$suite/g" "$file" >"sources/${file##*/}"
  done
  cat >apt.conf <<EOF
Dir::Etc::SourceList "/dev/null";
Dir::Etc::SourceParts "$work/sources";
Dir::State::Lists "$work/lists";
Dir::Cache "$work/cache";
APT::Sandbox::User "$(id -un)";
EOF
  APT_CONFIG=$work/apt.conf apt-get -qq update
  APT_CONFIG=$work/apt.conf apt-get -qq source ffmpeg >/dev/null
}

can_build >/dev/null 2>&1 || install_compiler
fetch_source
cd ffmpeg-*/
version=$(dpkg-parsechangelog --show-field Version)
dpkg --compare-versions "$version" ge "$least" || {
  echo "ffmpeg $version is older than $least" >&2
  exit 1
}
# 7.1.5 doubles the frame size of wide-band Speex, whose header already has the doubled size, and so plays it at half speed.
sed -i 's/s->frame_size <<= (s->mode > 0);/s->frame_size = NB_FRAME_SIZE << s->mode;/' libavcodec/speexdec.c
echo "Building ffmpeg ${version#*:} for $cpu" >&2
# Position-independent for address space randomization, because ffmpeg reads hostile files.
nice ./configure --fatal-warnings --enable-cross-compile --cross-prefix="$triplet-" --target-os=linux --arch="$cpu" \
  --pkg-config=true --extra-version="${version#*-}" --enable-pic --extra-ldexeflags=-static-pie \
  --extra-cflags='-w -D_FORTIFY_SOURCE=2 -fstack-protector-strong' --extra-ldflags='-Wl,-z,relro,-z,now' "$@" >&2
nice make -j"$(nproc)" ffmpeg >/dev/null
mkdir -p "$out"
cp COPYING.LGPLv2.1 "$out/ffmpeg-LICENSE"
# An atomic rename.
cp ffmpeg "$out/.ffmpeg"
mv "$out/.ffmpeg" "$out/ffmpeg"
