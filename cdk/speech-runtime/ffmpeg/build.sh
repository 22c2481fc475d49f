#!/bin/sh
# build.sh OUT build CPU OPTION... puts a static ffmpeg for Linux on CPU (aarch64, x86_64) and its licence into OUT, and prints its
# versions as JSON. It compiles the source package of the Debian release below, with its security fixes. OPTIONs are those of configure.
# build.sh OUT newest prints the version of that source package.
set -eu
# The stable release: Debian keeps publishing its security fixes, and removes package versions of newer suites.
suite=trixie
least=7:7.1.5
out=$1 command=$2
shift 2
# Another apt may run for minutes, as after a start of the machine.
patience=600
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work"

can_build() {
  echo 'int main(void) { return 0; }' >try.c
  "$triplet-gcc" -static-pie -o try try.c && dpkg-source --version && make --version
}

compiler_packages() {
  case $cpu in aarch64) debian=arm64 ;; x86_64) debian=amd64 ;; esac
  if [ "$(dpkg --print-architecture)" = "$debian" ]; then
    echo gcc libc6-dev dpkg-dev make
  else
    echo "gcc-$(echo "$triplet" | tr _ -)" "libc6-dev-$debian-cross" dpkg-dev make
  fi
}

# Puts Debian's compiler into a folder, which needs neither root nor a lock, and leaves the machine as it is.
unpack_compiler() {
  root=$work/compiler/root
  mkdir -p "$root" compiler/lists/partial compiler/archives/partial
  : >compiler/status
  cat >compiler/apt.conf <<EOF
Dir::State::Lists "$work/compiler/lists";
Dir::State::status "$work/compiler/status";
Dir::Cache "$work/compiler";
Debug::NoLocking "true";
APT::Sandbox::User "$(id -un)";
EOF
  echo "Fetching $(compiler_packages)" >&2
  APT_CONFIG=$work/compiler/apt.conf apt-get -qq update >&2 || return 1
  # shellcheck disable=SC2046
  APT_CONFIG=$work/compiler/apt.conf apt-get -qq install --download-only --yes --no-install-recommends $(compiler_packages) >&2 ||
    return 1
  for package in compiler/archives/*.deb; do
    # The machine's own libc fits its loader.
    case $package in */libc6_* | */libc-bin_*) ;; *) dpkg-deb -x "$package" "$root" || return 1 ;; esac
  done
  libraries=$root/usr/lib/$(uname -m)-linux-gnu:$root/lib/$(uname -m)-linux-gnu
  mkdir -p compiler/bin
  for tool in gcc ar nm ranlib strip; do
    [ -e "$root/usr/bin/$triplet-$tool" ] || continue
    sysroot=
    [ "$tool" != gcc ] || sysroot="--sysroot=$root"
    printf '#!/bin/sh\nLD_LIBRARY_PATH=%s exec %s %s "$@"\n' "$libraries" "$root/usr/bin/$triplet-$tool" "$sysroot" >"compiler/bin/$triplet-$tool"
    chmod +x "compiler/bin/$triplet-$tool"
  done
  PATH=$work/compiler/bin:$PATH:$root/usr/bin
  PERL5LIB=$(echo "$root"/usr/share/perl5 "$root"/usr/share/perl/*.* "$root"/usr/lib/*/perl/*.* | tr ' ' :)
  export PATH PERL5LIB
}

install_compiler() {
  echo "Installing $(compiler_packages)" >&2
  [ "$(id -u)" = 0 ] && sudo= || sudo='sudo -n'
  # The lock of the package lists, unlike dpkg's, has no time-out of its own.
  until output=$($sudo env LC_ALL=C apt-get -qq update 2>&1); do
    echo "$output" >&2
    case $output in *"Could not get lock"*) ;; *) exit 1 ;; esac
    patience=$((patience - 10))
    [ "$patience" -gt 0 ] || exit 1
    sleep 10
  done
  # shellcheck disable=SC2046
  $sudo env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq install -o DPkg::Lock::Timeout=600 --yes --no-upgrade --no-install-recommends $(compiler_packages) >&2
}

# Uses the machine's package sources in a separate apt configuration, so that it needs neither root nor a lock of the machine's own.
fetch_lists() {
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
  export APT_CONFIG="$work/apt.conf"
  apt-get -qq update >&2
}

newest() {
  apt-cache showsrc ffmpeg | sed -n 's/^Version: //p' | sort -V | tail -n 1
}

if [ "$command" = newest ]; then
  fetch_lists
  newest
  exit
fi
cpu=$1
shift
triplet=$cpu-linux-gnu
can_build >/dev/null 2>&1 ||
  { unpack_compiler && can_build >/dev/null; } ||
  install_compiler
fetch_lists
apt-get -qq source ffmpeg >/dev/null
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
glibc=$(printf '#include <features.h>\n__GLIBC__.__GLIBC_MINOR__\n' | "$triplet-gcc" -E -P - | tr -d ' ')
printf '{"ffmpeg": "%s", "glibc": "%s", "gcc": "%s"}\n' "$version" "$glibc" "$("$triplet-gcc" -dumpfullversion)"
