; A level: what is done in it, its clock, and the pages before and after it.

SECONDS equ     300                     ; for a level
SOLVED_FRAMES  equ 15                   ; the solved board stays
BETWEEN_FRAMES equ 80                   ; the page between two levels stays
TIME_UP_FRAMES equ 100

INFO_COL equ    23

; Opens the level `level`: first the page before it.
open:
        call    clear
        ld      de, text
        ld      hl, level_text
        call    append
        call    append_level
        ld      hl, text
        ld      bc, 9 * 256 + CENTRE
        ld      e, YELLOW + LARGE
        call    print
        ld      hl, of_text
        call    print_here
        ld      b, BETWEEN_FRAMES
open_wait:
        push    bc
        call    stripes
        pop     bc
        djnz    open_wait
        ld      a, 1
        out     (0FEh), a
        call    set_up
        call    clear
        call    draw_level

play:
        call    poll
        call    tick
        ld      hl, events
play_event:
        ld      a, (hl)
        or      a
        jr      z, play
        inc     hl
        push    hl
        call    act
        pop     hl
        call    is_solved
        jr      nz, play_event
        ; Solved: after a short while the next level.
        ld      b, SOLVED_FRAMES
        call    wait
        ld      a, (level)
        inc     a
        cp      LEVELS
        jp      z, ending
        ld      (level), a
        jr      open

; Waits for B frames; keys have no effect.
wait:
        push    bc
        call    poll
        pop     bc
        djnz    wait
        ret

; Field, target and clock of the level.
set_up:
        ld      a, (level)
        ld      l, a
        ld      h, 0
        add     hl, hl
        add     hl, hl                  ; × 4
        ld      d, h
        ld      e, l
        add     hl, hl
        add     hl, hl
        add     hl, hl
        add     hl, hl                  ; × 64
        or      a
        sbc     hl, de                  ; × 60
        ld      de, levels
        add     hl, de
        ld      de, target
        ld      b, 60
set_up_cell:
        ld      a, (hl)                 ; '.' or '1' to '4'
        inc     hl
        sub     '0'
        jr      nc, set_up_value
        xor     a
set_up_value:
        ld      (de), a
        inc     de
        djnz    set_up_cell
        ld      hl, field
        ld      b, 60
set_up_empty:
        ld      (hl), 0
        inc     hl
        djnz    set_up_empty
        xor     a
        ld      (stamps), a
        ld      (cursor), a
        ld      hl, SECONDS
        ld      (clock), hl
        ld      a, 50
        ld      (ticks), a
        ret

; The whole screen of a level. The target's lower left cell comes last: until then the screen is
; not to be read.
draw_level:
        ld      hl, level_texts
        call    print_list
        ld      de, text
        call    append_level
        ld      hl, of_levels
        call    append
        ld      hl, text
        ld      bc, 3 * 256 + INFO_COL
        ld      e, WHITE
        call    print
        call    show_clock
        call    show_stamps
        ld      a, (lost)
        or      a
        jr      z, draw_level_twice
        ld      hl, lost_text
        call    print_here
        ld      a, (lost)
        ld      bc, 12 * 256 + INFO_COL
        call    print_chance
draw_level_twice:
        ld      a, (twice)
        or      a
        jr      z, draw_level_cells
        ld      hl, twice_text
        call    print_here
        ld      a, (twice)
        ld      bc, 15 * 256 + INFO_COL
        call    print_chance
draw_level_cells:
        xor     a
draw_level_cell:
        push    af
        call    draw_cell
        pop     af
        push    af
        cp      50                      ; lower left
        call    nz, draw_target
        pop     af
        inc     a
        cp      60
        jr      nz, draw_level_cell
        ld      a, 50
        jp      draw_target

level_texts:
        defb    2, INFO_COL, CYAN, "LEVEL", 0
        defb    5, INFO_COL, CYAN, "TIME", 0
        defb    8, INFO_COL, CYAN, "STAMPS", 0
        defb    15, TARGET_COL, CYAN, "TARGET", 0
        defb    17, 14, GREY, "Q UP    A DOWN", 0
        defb    18, 14, GREY, "O LEFT  P RIGHT", 0
        defb    20, 14, GREY, "SPACE STAMPS", 0
        defb    21, 14, GREY, "R TAKES BACK", 0
        defb    0FFh
lost_text:
        defb    11, INFO_COL, CYAN, "LOST", 0
twice_text:
        defb    14, INFO_COL, CYAN, "DOUBLED", 0
level_text:
        defb    "LEVEL ", 0
of_text:
        defb    13, CENTRE, GREY, "OF 100", 0
of_levels:
        defb    "/100", 0

; Adds the text at HL to the line at DE; DE is its end then.
append:
        ld      a, (hl)
        ld      (de), a
        or      a
        ret     z
        inc     hl
        inc     de
        jr      append

; Adds the level's number.
append_level:
        ld      a, (level)
        ld      l, a
        ld      h, 0
        inc     hl
; Adds the number HL.
append_number:
        push    de
        call    number
        pop     de
        jr      append

show_stamps:
        ld      a, (stamps)
        ld      l, a
        ld      h, 0
        call    number
        ld      bc, 9 * 256 + INFO_COL
        ld      e, WHITE
        call    print
        ld      a, ' '                  ; over a digit less
        jp      letter

; Minutes and seconds.
show_clock:
        ld      hl, (clock)
        ld      de, 60
        xor     a
show_minutes:
        sbc     hl, de
        jr      c, show_seconds
        inc     a
        or      a
        jr      show_minutes
show_seconds:
        add     hl, de
        add     a, '0'
        ld      de, text
        ld      (de), a
        inc     de
        ld      a, ':'
        ld      (de), a
        inc     de
        ld      a, l
        cp      10
        jr      nc, show_both
        ld      a, '0'
        ld      (de), a
        inc     de
show_both:
        call    append_number
        ld      hl, text
        ld      bc, 6 * 256 + INFO_COL
        ld      e, WHITE
        jp      print

; One frame of the clock. When the time is up the level starts anew.
tick:
        ld      hl, ticks
        dec     (hl)
        ret     nz
        ld      (hl), 50
        ld      hl, (clock)
        dec     hl
        ld      (clock), hl
        ld      a, h
        or      l
        jr      nz, show_clock
        pop     hl                      ; not back to `play`
        call    clear
        ld      hl, time_up_text
        call    print_here
        ld      b, TIME_UP_FRAMES
        call    wait
        jp      open
time_up_text:
        defb    9, CENTRE, RED + LARGE, "TIME IS UP", 0

; A frame of stripes that run through the border.
stripes:
        call    poll                    ; keys pressed now have no effect later
        ld      a, (frames)
        and     7
        inc     a
        ld      b, a
stripes_shift:                          ; 1 to 8 times three lines
        call    three_lines
        djnz    stripes_shift
        ld      d, 22
        ld      a, 5
stripes_stripe:
        out     (0FEh), a
        xor     4
        ld      b, 4
stripes_lines:
        call    three_lines
        djnz    stripes_lines
        dec     d
        jr      nz, stripes_stripe
        ld      a, 1
        out     (0FEh), a
        ret

; Waits for about three lines of the picture. Keeps all but C.
three_lines:
        ld      c, 39
three_lines_wait:
        dec     c
        jr      nz, three_lines_wait
        ret

; What the key A does in a level, with the chance of being lost or doubled.
act:
        cp      KEY_EDIT
        jp      z, title
        or      020h
        ld      hl, actions
act_find:
        ld      e, (hl)
        inc     e
        dec     e
        ret     z                       ; no key of the game
        cp      (hl)
        inc     hl
        ld      e, (hl)
        inc     hl
        ld      d, (hl)
        inc     hl
        jr      nz, act_find
        push    de
        ld      a, (lost)
        call    by_chance
        pop     hl
        ret     c
        push    hl
        ld      a, (twice)
        call    by_chance
        pop     hl
        jr      nc, act_once
        push    hl
        call    act_once
        pop     hl
act_once:
        jp      (hl)

actions:
        defb    'q'
        defw    go_up
        defb    'a'
        defw    go_down
        defb    'o'
        defw    go_left
        defb    'p'
        defw    go_right
        defb    ' '
        defw    stamp
        defb    'r'
        defw    take_back
        defb    0

go_up:
        ld      a, (cursor)
        sub     10
        ret     c
        jr      go
go_down:
        ld      a, (cursor)
        add     a, 10
        cp      60
        ret     nc
        jr      go
go_left:
        ld      a, (cursor)
        call    row_col
        ld      a, c
        or      a
        ret     z
        ld      a, (cursor)
        dec     a
        jr      go
go_right:
        ld      a, (cursor)
        call    row_col
        ld      a, c
        cp      9
        ret     z
        ld      a, (cursor)
        inc     a
; The cursor goes to the cell A.
go:
        ld      hl, cursor
        ld      c, (hl)
        ld      (hl), a
        push    af
        ld      a, c
        call    draw_cell
        pop     af
        jp      draw_cell

; Stamps where the cursor is, unless that is done already.
stamp:
        ld      a, (cursor)
        ld      hl, field
        call    at_index
        ld      a, (hl)
        or      a
        ret     nz
        ld      (hl), 1
        ld      hl, stamps
        ld      a, (hl)
        inc     (hl)
        ld      hl, order
        call    at_index
        ld      a, (cursor)
        ld      (hl), a
        ld      c, 1
        jr      change

; Takes the last stamp back. The cells beside it were stamped before it, if at all, so each of
; them goes back by one.
take_back:
        ld      hl, stamps
        ld      a, (hl)
        or      a
        ret     z
        dec     (hl)
        ld      a, (hl)
        ld      hl, order
        call    at_index
        ld      a, (hl)
        push    af
        ld      hl, field
        call    at_index
        ld      (hl), 0
        pop     af
        ld      c, -1

; The cell A has changed: adds C to the cells beside it, and draws them all.
change:
        ld      (cell), a
        ld      hl, step
        ld      (hl), c
        call    draw_cell
        ld      a, (cell)
        call    row_col
        ld      a, b
        or      a
        ld      a, -10
        call    nz, beside
        ld      a, b
        cp      5
        ld      a, 10
        call    nz, beside
        ld      a, c
        or      a
        ld      a, -1
        call    nz, beside
        ld      a, c
        cp      9
        ld      a, 1
        call    nz, beside
        jp      show_stamps

; Changes the cell that is A cells behind `cell`, if it is not empty. Keeps BC.
beside:
        ld      hl, cell
        add     a, (hl)
        ld      d, a
        ld      hl, field
        call    at_index
        ld      a, (hl)
        or      a
        ret     z
        ld      e, a
        ld      a, (step)
        add     a, e
        jr      nz, beside_not_0
        ld      a, 4
beside_not_0:
        cp      5
        jr      nz, beside_not_5
        ld      a, 1
beside_not_5:
        ld      (hl), a
        push    bc
        ld      a, d
        call    draw_cell
        pop     bc
        ret

; Z if the field is the target.
is_solved:
        push    hl
        ld      hl, field
        ld      de, target
        ld      b, 60
is_solved_cell:
        ld      a, (de)
        cp      (hl)
        jr      nz, is_solved_done
        inc     hl
        inc     de
        djnz    is_solved_cell
is_solved_done:
        pop     hl
        ret
