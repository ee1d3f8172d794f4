'use client';

import { Bar, BarChart, ResponsiveContainer, XAxis, YAxis } from 'recharts';

const ENTRIES = Array.from({ length: 12 }, (_, month) => ({ name: `${month + 1}`, value: 40 + ((month * 7) % 30) }));

export function Chart() {
  return (
    <div style={{ width: 600, height: 300 }}>
      <ResponsiveContainer>
        <BarChart data={ENTRIES}>
          <XAxis dataKey="name" />
          <YAxis />
          <Bar dataKey="value" isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
