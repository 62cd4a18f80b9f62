#!/bin/bash
# Follows docs/run.md in a fresh Debian: every line of its "sh" blocks, in order, in one shell. As root, with debootstrap and an archive in
# release/ (npm run release -- --unchecked). Its ports must be free: 80, 443, 4201, 4202, 5432.
#   deploy/try-run.sh [FOLDER]      FOLDER: a debootstrapped Debian 13 to use, else one is made
# Two things differ from a machine of its own: no systemd runs in a folder, so systemctl is a stand-in that starts what the units say, and
# npm and curl trust the certificates of this machine (NODE_EXTRA_CA_CERTS), where it needs some.
set -euo pipefail
cd "$(dirname "$0")/.."
here=$PWD
root=${1:-$(mktemp -d)/root}
[ -d "$root/etc" ] || debootstrap --variant=minbase --include=ca-certificates trixie "$root"
inside() { chroot "$root" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
  ${NODE_EXTRA_CA_CERTS:+NODE_EXTRA_CA_CERTS=/etc/try-ca.pem} "$@"; }

mount --bind /proc "$root/proc"
mount --bind /dev "$root/dev"
finish() {
  for file in "$root"/run/stand-in/*.pid; do [ -e "$file" ] && kill "$(cat "$file")" 2>/dev/null || true; done
  inside service nginx stop >/dev/null 2>&1 || true
  inside service postgresql stop >/dev/null 2>&1 || true
  umount "$root/dev" "$root/proc"
}
trap finish EXIT

cp /etc/resolv.conf "$root/etc/resolv.conf"
cp "$here"/release/baywise-*.tar.gz "$here"/release/baywise-*.tar.gz.sha256 "$root/root/"
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then cp "$NODE_EXTRA_CA_CERTS" "$root/etc/try-ca.pem"; fi
# No service starts by itself while packages are installed.
printf '#!/bin/sh\nexit 101\n' > "$root/usr/sbin/policy-rc.d"
chmod +x "$root/usr/sbin/policy-rc.d"
cat > "$root/usr/local/bin/systemctl" <<'SYSTEMCTL'
#!/bin/bash
set -euo pipefail
mkdir -p /run/stand-in
start() {
  case "$1" in
    nginx | postgresql) rm -f /usr/sbin/policy-rc.d; service "$1" start ;;
    *.timer) systemd-analyze verify "/etc/systemd/system/$1" ;;
    baywise@*)
      systemd-analyze verify "/etc/systemd/system/$1.service"
      unit=/etc/systemd/system/baywise@.service
      set -a; . "$(sed -n 's/^EnvironmentFile=//p' $unit)"; PORT=${1#*@}; NODE_ENV=production; set +a
      cd "$(sed -n 's/^WorkingDirectory=//p' $unit)"
      setsid setpriv --reuid=baywise --regid=baywise --clear-groups --no-new-privs $(sed -n 's/^ExecStart=//p' $unit) > "/run/stand-in/$1.log" 2>&1 &
      echo $! > "/run/stand-in/$1.pid" ;;
  esac
}
case "$1" in
  enable) shift 2; for name in "$@"; do start "$name"; done ;;
  daemon-reload) ;;
  *) exit 1 ;;
esac
SYSTEMCTL
chmod +x "$root/usr/local/bin/systemctl"
# What the stand-in checks the units with; a machine that boots has it.
inside apt-get update -q >/dev/null
inside apt-get install -yq --no-install-recommends systemd >/dev/null
inside rm -f /bin/systemctl /usr/bin/systemctl

{ echo 'set -euxo pipefail'; awk '/^```sh$/ {on = 1; next} /^```$/ {on = 0} on' docs/run.md; } > "$root/root/run.sh"
seconds=$SECONDS
inside bash /root/run.sh
echo "docs/run.md: every line done in $((SECONDS - seconds)) s"
inside systemd-analyze security --offline=true --threshold=100 /etc/systemd/system/baywise@.service | tail -1
