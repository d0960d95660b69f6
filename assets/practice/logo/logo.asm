; Stand-in for Logo: Part 1 on the 48K ZX Spectrum: the same screen, keys and rules, with levels
; of our own. Assembled by `build` with pasmo into a 48K snapshot, header and all; see README.md.

; Where the bytes of a 48K .sna begin: a header of 27 bytes, then the memory from 4000h.
        org     04000h - 27
        defb    03Fh                    ; I
        defs    18                      ; HL' DE' BC' AF' HL DE BC IY IX: IY is set by `start`
        defb    4                       ; interrupts are on
        defb    0                       ; R
        defs    2                       ; AF
        defw    start_stack             ; SP: the address to go on at lies there
        defb    1                       ; interrupt mode
        defb    1                       ; border

SCREEN  equ     04000h
ATTRS   equ     05800h

        org     SCREEN
        defs    6912

        ; Upper half of the memory: nothing there slows the processor down.
        org     08000h
        include "pages.asm"
        include "play.asm"
        include "draw.asm"
        include "input.asm"
        include "levels.inc"

; State; all zero in the snapshot.
state:
frames: defw    0                       ; counts the frames, 50 a second
lost:   defb    0                       ; which share of presses is lost, 0 to 4
twice:  defb    0                       ; which share acts twice, 0 to 4
level:  defb    0                       ; from 0
first:  defb    0                       ; level to start with, from 0
typed:  defb    0                       ; number typed on the title page so far
cursor: defb    0                       ; cells count from 0, row by row
stamps: defb    0
order:  defs    60                      ; cells in the order of their stamps
field:  defs    60                      ; 0 is empty
target: defs    60
clock:  defw    0                       ; seconds left
ticks:  defb    0                       ; frames left of this second
length: defb    0                       ; of the player's name
name:   defs    NAME_LENGTH + 1         ; ends with 0
seed:   defw    0
held:   defs    8                       ; keys down in the last frame, a half row a byte
again:  defb    0                       ; frames until the key held counts as pressed again
newest: defb    0                       ; the key pressed last, 0 after any was let go
shifts: defb    0                       ; bit 0: Caps Shift, bit 1: Symbol Shift
events: defs    EVENTS                  ; keys pressed in this frame, 0 behind the last
looks:  defs    10 * 32                 ; pictures of the cells of the playing field
digits: defs    6                       ; a number as text
text:   defs    33                      ; a line that is put together
cell:   defb    0                       ; being stamped or taken back
step:   defb    0                       ; what that adds to the cells beside it: 1 or -1
state_end:

; The table for interrupt mode 2: 257 bytes that all lead to FDFDh.
        org     0FC00h
        defs    257, 0FDh
        org     0FDFDh
        jp      interrupt

        org     0FFF0h
start_stack:
        defw    start
        defs    0FFFFh - $
        defb    0                       ; the last byte of the memory
