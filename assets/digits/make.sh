#!/usr/bin/env bash
# Makes the fonts in this folder, ten digits each, from Debian's packages fonts-liberation2,
# fonts-dejavu-core, fonts-open-sans, fonts-roboto-unhinted, fonts-noto-core and fonts-texgyre. Needs
# pyftsubset (PyPI: fonttools). Names are taken out: a part of a font may not bear the whole one's name.
set -euo pipefail
cd -- "$(dirname -- "$0")"
fonts=/usr/share/fonts/truetype
subset() {
    pyftsubset "$fonts/$2" --text=0123456789 --name-IDs= --layout-features= --no-hinting \
        --drop-tables+=GSUB,GPOS,GDEF,kern,DSIG,FFTM,gasp,meta --output-file="$1.${2##*.}"
}
subset grotesque liberation2/LiberationSans-Regular.ttf
subset grotesque-bold liberation2/LiberationSans-Bold.ttf
subset roman liberation2/LiberationSerif-Regular.ttf
subset roman-bold liberation2/LiberationSerif-Bold.ttf
subset wide dejavu/DejaVuSans.ttf
subset wide-bold dejavu/DejaVuSans-Bold.ttf
subset mono dejavu/DejaVuSansMono.ttf
subset mono-bold dejavu/DejaVuSansMono-Bold.ttf
subset humanist open-sans/OpenSans-Regular.ttf
subset humanist-bold open-sans/OpenSans-Bold.ttf
subset geometric roboto/unhinted/RobotoTTF/Roboto-Regular.ttf
subset geometric-bold roboto/unhinted/RobotoTTF/Roboto-Bold.ttf
subset plain noto/NotoSans-Regular.ttf
subset plain-bold noto/NotoSans-Bold.ttf
fonts=/usr/share/texmf/fonts/opentype
subset gothic public/tex-gyre/texgyreheros-regular.otf
subset gothic-bold public/tex-gyre/texgyreheros-bold.otf
